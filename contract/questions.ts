// What a buyer is asked about a product, such as a name to engrave. The answers of a buyer are a text for each question.
import { z } from 'zod'
import { money, oneLine } from './codecs.ts'
import { ANSWERS } from './messages.ts'

export const QUESTIONS_MAX = 5
export const ANSWER_MAX = 250

/** The answer to a question of the kind `yes` that was ticked. */
export const YES = 'yes'

/** A question about a product. `price` is added for each unit that is bought with an answer. */
export const Question = z
  .object({
    key: z
      .string()
      .regex(/^[a-z\d-]{1,40}$/)
      .describe('Its name in `answers`'),
    label: oneLine.trim().min(1).max(80),
    hint: oneLine.trim().max(200).optional(),
    kind: z.enum(['text', 'choice', 'yes']),
    required: z.boolean(),
    price: money.optional().describe('Added for each unit that is bought with an answer'),
    max: z.int().min(1).max(ANSWER_MAX).optional().describe('Of `text`: the most characters. 250 when omitted'),
    lines: z.int().min(1).max(10).optional().describe('Of `text`: the most lines. 1 when omitted'),
    letters: z.enum(['any', 'latin', 'A-Z0-9']).optional().describe('Of `text`: the letters that can be made'),
    emoji: z.boolean().optional().describe('Of `text`: whether emoji are allowed'),
    options: z.array(oneLine.trim().min(1).max(80)).min(1).max(30).optional().describe('Of `choice`'),
  })
  .refine(({ kind, options }) => (kind === 'choice') === (options !== undefined), { path: ['options'] })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

/** Answers by the keys of their questions. */
export const Answers = z.record(z.string().max(40), z.string().max(10_000))
export type Answers = z.infer<typeof Answers>

/** An answer as an order keeps it: with the label and the price of its question, in cents. */
export type Answered = { key: string; label: string; answer: string; price: number }

type AnswerError = { key: string; message: string }

/**
 * The answers in the order of their questions, normalized, and an error for each that cannot be taken or is missing.
 * Answers to other questions are left out, so equal answers give an equal list.
 */
export function checkAnswers(questions: readonly Question[], given: Answers) {
  const answers: Answered[] = []
  const errors: AnswerError[] = []
  for (const question of questions) {
    const { key, label, price = 0 } = question
    const answer = normalized(given[key] ?? '')
    const message = answerProblem(question, answer)
    if (message) errors.push({ key, message })
    else if (answer) answers.push({ key, label, answer, price })
  }
  return { answers, errors }
}

/** Without spaces around it, with the same bytes for the same letters. */
const normalized = (answer: string) => answer.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()

/** The sentence on an answer that cannot be taken; undefined for one that can. */
function answerProblem({ label, kind, required, options = [], ...limits }: Question, answer: string) {
  if (!answer) return required ? ANSWERS.missing(label) : undefined
  if (kind === 'yes') return answer === YES ? undefined : ANSWERS.notYes(label)
  if (kind === 'choice') return options.includes(answer) ? undefined : ANSWERS.notAnOption(label)
  return textProblem(label, limits, answer)
}

type TextLimits = Pick<Question, 'max' | 'lines' | 'letters' | 'emoji'>

function textProblem(label: string, { max = ANSWER_MAX, lines = 1, letters = 'any', emoji }: TextLimits, text: string) {
  const length = graphemes(text)
  if (length > max) return ANSWERS.tooLong(label, max, length)
  if (text.split('\n').length > lines) return ANSWERS.tooManyLines(label, lines)
  if (UNPRINTABLE.test(text)) return ANSWERS.unprintable(label)
  if (!emoji && EMOJI.test(text)) return ANSWERS.noEmoji(label)
  return LETTERS[letters].test(text) ? undefined : ANSWERS.letters[letters](label)
}

/** Control characters but line breaks, invisible ones that turn the direction of a text, and piles of accents. */
const UNPRINTABLE = /(?!\n|\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{C}\u2028\u2029]|\p{M}{5}/u
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u20e3\ufe0f]/u

const LETTERS = {
  any: /^/,
  latin: /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\p{Z}\n]*$/u,
  'A-Z0-9': /^[A-Z0-9 \n]*$/,
} as const

/** Characters as people count them: an accented letter and a family of emoji are one each. */
const graphemes = (text: string) => [...new Intl.Segmenter('en').segment(text)].length
