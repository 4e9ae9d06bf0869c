// The check of a buyer's answers to the questions of a product, for browser and server.
import { BUYER_ANSWER_MAX } from './defaults.ts'
import { ANSWERS } from './messages.ts'
import { normalizedText } from './normalized-text.ts'
import type { Question } from './questions.ts'

/** The answer to a question of the kind `yes` that was ticked. */
export const YES = 'yes'

/** An answer as an order keeps it: with the label and the price of its question, in cents. */
export type Answered = { key: string; label: string; answer: string; price: number }

type AnswerError = { key: string; message: string }

/**
 * The answers in the order of their questions, normalized, and an error for each that cannot be taken or is missing.
 * Answers to other questions are left out, so equal answers give an equal list.
 */
export function checkAnswers(questions: readonly Question[], given: Record<string, string>) {
  const answers: Answered[] = []
  const errors: AnswerError[] = []
  for (const question of questions) {
    const { key, label, price = 0 } = question
    const answer = normalizedText(answerTo(key, given))
    const message = answerProblem(question, answer)
    if (message) errors.push({ key, message })
    else if (answer) answers.push({ key, label, answer, price })
  }
  return { answers, errors }
}

/** The answer to the question with that key; empty without one. A key may have the name of a property of all objects. */
export const answerTo = (key: string, given: Record<string, string>) =>
  Object.hasOwn(given, key) ? (given[key] ?? '') : ''

/** The length of an answer in characters as people count them: an accented letter and a family of emoji are one each. */
export const charactersOf = (answer: string) => [...new Intl.Segmenter('en').segment(normalizedText(answer))].length

/** The sentence on an answer that cannot be taken; undefined for one that can. */
function answerProblem({ label, kind, required, options = [], ...limits }: Question, answer: string) {
  if (!answer) return required ? ANSWERS.missing(label) : undefined
  if (kind === 'yes') return answer === YES ? undefined : ANSWERS.notYes(label)
  if (kind === 'choice') return options.includes(answer) ? undefined : ANSWERS.notAnOption(label)
  return textProblem(label, limits, answer)
}

type TextLimits = Pick<Question, 'max' | 'lines' | 'letters' | 'emoji'>

function textProblem(
  label: string,
  { max = BUYER_ANSWER_MAX, lines = 1, letters = 'any', emoji }: TextLimits,
  text: string,
) {
  const length = charactersOf(text)
  if (length > max) return ANSWERS.tooLong(label, max, length)
  if (text.split('\n').length > lines) return ANSWERS.tooManyLines(label, lines)
  if (isUnprintable(text)) return ANSWERS.unprintable(label)
  if (!emoji && EMOJI_PATTERN.test(text)) return ANSWERS.noEmoji(label)
  return LETTERS[letters].test(text) ? undefined : ANSWERS.letters[letters](label)
}

/** Control characters but line breaks, invisible ones that turn the direction of a text, and piles of accents. */
const UNPRINTABLE_PATTERN = /(?!\n|\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{C}\u2028\u2029]|\p{M}{5}/u

/** Whether a text has characters that no page shows, or that reach beyond its own place. */
export const isUnprintable = (text: string) => UNPRINTABLE_PATTERN.test(text)

const EMOJI_PATTERN = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u20e3\ufe0f]/u

const LETTERS = {
  any: /^/,
  latin: /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\p{Z}\n]*$/u,
  'A-Z0-9': /^[A-Z0-9 \n]*$/,
} as const
