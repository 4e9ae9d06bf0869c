// Which choice of a product the shopper has made: pure functions of its choices and one value for each axis.
import type { ChosenValues } from '#contract/buy-fields.ts'
import type { Product } from '#contract/products.ts'

type Family = Pick<Product, 'axes' | 'choices'>

/** `sold out`: made, but none is left with the values that are chosen on the other axes. */
export type ValueState = 'available' | 'sold out' | 'not made'

/** The values of an axis in the order of the choices. */
export const valuesOf = ({ choices = [] }: Family, axis: number) => [
  ...new Set(choices.map(({ values }) => values[axis] ?? '')),
]

/** Whether a value of an axis can be bought together with what is chosen on the other axes. */
export function stateOf({ choices = [] }: Family, chosen: ChosenValues, axis: number, value: string): ValueState {
  const made = choices.filter(({ values }) => fits(values, withValue(chosen, axis, value)))
  if (made.length === 0) return 'not made'
  return made.some(({ qty }) => qty > 0) ? 'available' : 'sold out'
}

/** The values after choosing one; those of other axes that are not made with it are no longer chosen. */
export function withChosen({ choices = [] }: Family, chosen: ChosenValues, axis: number, value: string): ChosenValues {
  return chosen.reduce<ChosenValues>(
    (next, other, place) => {
      const wanted = place === axis ? next : withValue(next, place, other)
      return choices.some(({ values }) => fits(values, wanted)) ? wanted : next
    },
    chosen.map((_, place) => (place === axis ? value : undefined)),
  )
}

/** The price of a product with choices while none is chosen: the lowest, and whether there are higher ones. */
export const priceRange = ({ price, priceMax = price }: Pick<Product, 'price' | 'priceMax'>) => ({
  lowest: price,
  isRange: priceMax > price,
})

const withValue = (chosen: ChosenValues, axis: number, value: string | undefined): ChosenValues =>
  chosen.map((other, place) => (place === axis ? value : other))

const fits = (values: readonly string[], chosen: ChosenValues) =>
  values.every((value, axis) => chosen[axis] === undefined || chosen[axis] === value)
