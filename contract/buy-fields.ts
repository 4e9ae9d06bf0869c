// The fields of a buy box for the choice, the answers and the quantity, as its form has them and as it sends them on.
import type { Choice, Product } from './products.ts'
import type { Answers, Question } from './questions.ts'

type Family = Pick<Product, 'axes' | 'choices'>

/** The chosen value of each axis; undefined where none is chosen. */
export type ChosenValues = readonly (string | undefined)[]

/** A form, or the parameters of an address. */
type Fields = { get(name: string): FormDataEntryValue | null }

export const axisField = (axis: number) => `axis-${axis}`
export const answerField = (key: string) => `answer-${key}`

/** The chosen values of these axes. */
export const valuesIn = (fields: Fields, axes: readonly string[] = []): ChosenValues =>
  axes.map((_, axis) => textIn(fields, axisField(axis)))

/** The choice with these values on all axes; undefined while one is missing, or when it is not made. */
export const choiceOf = ({ choices = [] }: Family, chosen: ChosenValues): Choice | undefined =>
  choices.find(({ values }) => values.every((value, axis) => value === chosen[axis]))

/** The choice of a product; undefined when values are missing, or when it is not made. */
export const choiceIn = (fields: Fields, product: Family) => choiceOf(product, valuesIn(fields, product.axes))

/** The answers to these questions, unchecked; none that is empty. */
export const answersIn = (fields: Fields, questions: readonly Question[] = []): Answers =>
  Object.fromEntries(
    questions.flatMap(({ key }) => {
      const answer = textIn(fields, answerField(key))
      return answer === undefined ? [] : [[key, answer]]
    }),
  )

/** The quantity that a form sends, limited to 1 to `stock`. */
export function quantityIn(fields: Fields, stock: number): number {
  const raw = textIn(fields, 'qty') ?? ''
  const requested = /^\d{1,9}$/.test(raw) ? Number(raw) : 1
  return Math.min(Math.max(requested, 1), Math.max(stock, 1))
}

function textIn(fields: Fields, name: string) {
  const text = fields.get(name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
