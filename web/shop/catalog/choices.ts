// Which choice of a product the shopper has made: pure functions of its choices and one value for each axis.
import type { ChosenValues } from '#contract/buy-fields.ts'
import type { Product, ProductImage } from '#contract/products.ts'

type Family = Pick<Product, 'axes' | 'choices'>

/** `sold out`: made, but none is left with the values that are chosen on the other axes. */
export type ValueState = 'available' | 'sold out' | 'not made'

/** The values of an axis in the order of the choices. */
export const valuesOf = ({ choices = [] }: Family, axis: number) => [
  ...new Set(choices.map(({ values }) => values[axis] ?? '')),
]

/** The photo of each value of an axis, where that tells the values apart: each has one, and they differ. */
export function swatchesOf(product: Family & Pick<Product, 'images'>, axis: number): (ProductImage | undefined)[] {
  const swatches = valuesOf(product, axis).map((value) => {
    const photos = new Set(product.choices?.filter(({ values }) => values[axis] === value).map(({ photo }) => photo))
    return photos.size === 1 ? product.images.find(({ Location }) => photos.has(Location)) : undefined
  })
  const isTelling = swatches.every(Boolean) && new Set(swatches).size === swatches.length
  return isTelling ? swatches : []
}

/** Whether a value of an axis can be bought together with what is chosen on the other axes. */
export function stateOf({ choices = [] }: Family, chosenValues: ChosenValues, axis: number, value: string): ValueState {
  const choicesWithValue = choices.filter(({ values }) => fits(values, withValue(chosenValues, axis, value)))
  if (choicesWithValue.length === 0) return 'not made'
  return choicesWithValue.some(({ qty }) => qty > 0) ? 'available' : 'sold out'
}

/** The values after choosing one; those of other axes that are not made with it are no longer chosen. */
export function withChosen(
  { choices = [] }: Family,
  chosenValues: ChosenValues,
  axis: number,
  value: string,
): ChosenValues {
  return chosenValues.reduce<ChosenValues>(
    (next, other, place) => {
      const withOther = place === axis ? next : withValue(next, place, other)
      return choices.some(({ values }) => fits(values, withOther)) ? withOther : next
    },
    chosenValues.map((_, place) => (place === axis ? value : undefined)),
  )
}

/** The choice that can be bought, when all others are sold out. */
export function onlyChoiceLeft({ choices = [] }: Family) {
  const choicesLeft = choices.filter(({ qty }) => qty > 0)
  return choicesLeft.length === 1 ? choicesLeft[0] : undefined
}

/** The price of a product with choices while none is chosen: the lowest, and whether there are higher ones. */
export const priceRange = ({ price, priceMax = price }: Pick<Product, 'price' | 'priceMax'>) => ({
  lowest: price,
  isRange: priceMax > price,
})

const withValue = (chosenValues: ChosenValues, axis: number, value: string | undefined): ChosenValues =>
  chosenValues.map((other, place) => (place === axis ? value : other))

const fits = (values: readonly string[], chosenValues: ChosenValues) =>
  values.every((value, axis) => chosenValues[axis] === undefined || chosenValues[axis] === value)
