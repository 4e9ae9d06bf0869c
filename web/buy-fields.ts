// The fields of a buy box for the choice and the answers, as its form has them and as it sends them to the cart.
import type { Product } from '#contract/products.ts'
import type { Answers, Question } from '#contract/questions.ts'
import { type ChosenValues, choiceOf } from './features/catalog/choices.ts'

/** A form, or the parameters of an address. */
type Fields = { get(name: string): FormDataEntryValue | null }

export const axisField = (axis: number) => `axis-${axis}`
export const answerField = (key: string) => `answer-${key}`

/** The chosen values of these axes. */
export const valuesIn = (fields: Fields, axes: readonly string[] = []): ChosenValues =>
  axes.map((_, axis) => textIn(fields, axisField(axis)))

/** The choice of a product; undefined when values are missing, or when it is not made. */
export const choiceIn = (fields: Fields, product: Product) => choiceOf(product, valuesIn(fields, product.axes))

/** The answers to these questions, unchecked; none that is empty. */
export const answersIn = (fields: Fields, questions: readonly Question[] = []): Answers =>
  Object.fromEntries(
    questions.flatMap(({ key }) => {
      const answer = textIn(fields, answerField(key))
      return answer === undefined ? [] : [[key, answer]]
    }),
  )

function textIn(fields: Fields, name: string) {
  const text = fields.get(name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
