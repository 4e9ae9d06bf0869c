// The questions to the buyer of a product in its form: what the seller types.
import { z } from 'zod'
import { parseCents } from '#contract/amounts.ts'
import { formatDecimal, toDollars } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'
import { Question } from '#contract/questions.ts'

const { kind, letters } = Question.shape

/** A question as it is typed; `options` has one on each line. */
export const QuestionEntry = z.object({
  ...{ key: z.string(), label: z.string(), hint: z.string(), kind, required: z.boolean() },
  ...{ price: z.string(), max: z.string(), lines: z.string(), letters: letters.unwrap(), options: z.string() },
  emoji: z.boolean(),
})
export type QuestionEntry = z.infer<typeof QuestionEntry>

/** A new question, for a text of one line. */
export const newQuestion = (): QuestionEntry => ({
  ...{ key: crypto.randomUUID(), label: '', hint: '', kind: 'text', required: false },
  ...{ price: '', max: '', lines: '', letters: 'any', options: '', emoji: false },
})

/** The questions of a product as the form shows them. */
export const questionEntriesOf = (questions: readonly Question[] = []): QuestionEntry[] =>
  questions.map(({ key, label, hint = '', kind: ofKind, required, emoji = false, letters: made = 'any', ...more }) => ({
    ...{ key, label, hint, kind: ofKind, required, emoji, letters: made },
    price: more.price ? formatDecimal(more.price) : '',
    max: more.max ? String(more.max) : '',
    lines: more.lines ? String(more.lines) : '',
    options: more.options?.join('\n') ?? '',
  }))

/** The questions for an edit; a number that cannot be read is NaN, which the schema refuses. */
export const questionsOf = (entries: readonly QuestionEntry[]) =>
  entries.map(({ key, label, hint, kind: ofKind, required, price, options, ...text }) => ({
    ...{ key, label, kind: ofKind, required },
    ...(hint.trim() && { hint }),
    ...(price.trim() && { price: toDollars(parseCents(price) ?? Number.NaN) }),
    ...(ofKind === 'choice' && { options: linesOf(options) }),
    ...(ofKind === 'text' && textLimits(text)),
  }))

/** The lines of a text that are not empty. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const textLimits = ({
  max,
  lines,
  letters: made,
  emoji,
}: Pick<QuestionEntry, 'max' | 'lines' | 'letters' | 'emoji'>) => ({
  ...(max.trim() && { max: parseNumber(max) ?? Number.NaN }),
  ...(lines.trim() && { lines: parseNumber(lines) ?? Number.NaN }),
  ...(made !== 'any' && { letters: made }),
  ...(emoji && { emoji }),
})
