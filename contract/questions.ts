// What a buyer is asked about a product, such as a name to engrave. The answers of a buyer are a text for each question.
import { z } from 'zod'
import { money, oneLine } from './codecs.ts'
import { BUYER_ANSWER_MAX } from './defaults.ts'
import { QUESTION_FIELDS } from './messages.ts'

export const QUESTIONS_MAX = 5

const upTo = (most: number) => {
  const sentence = QUESTION_FIELDS.wholeNumber(most)
  return z.int(sentence).min(1, sentence).max(most, sentence)
}

/** A question about a product. `price` is added for each unit that is bought with an answer. */
export const Question = z
  .object({
    key: z
      .string()
      .regex(/^[a-z\d-]{1,40}$/)
      .describe('Its name in `answers`'),
    label: oneLine.trim().min(1, QUESTION_FIELDS.enterLabel).max(80),
    hint: oneLine.trim().max(200).optional(),
    kind: z.enum(['text', 'choice', 'yes']),
    required: z.boolean(),
    price: money.optional().describe('Added for each unit that is bought with an answer'),
    max: upTo(BUYER_ANSWER_MAX).optional().describe('Of `text`: the most characters. 250 when omitted'),
    lines: upTo(10).optional().describe('Of `text`: the most lines. 1 when omitted'),
    letters: z.enum(['any', 'latin', 'A-Z0-9']).optional().describe('Of `text`: the letters that can be made'),
    emoji: z.boolean().optional().describe('Of `text`: whether emoji are allowed'),
    options: z
      .array(oneLine.trim().min(1).max(80))
      .min(1, QUESTION_FIELDS.enterOptions)
      .max(30)
      .optional()
      .describe('Of `choice`'),
  })
  .refine(({ kind, options }) => (kind === 'choice') === (options !== undefined), { path: ['options'] })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

/** Answers by the keys of their questions. */
export const Answers = z.record(z.string().max(40), z.string().max(10_000))
export type Answers = z.infer<typeof Answers>
