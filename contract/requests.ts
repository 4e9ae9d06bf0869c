// Requests of shoppers about a product: to hear when it can be bought again, or for another one like it.
import { z } from 'zod'
import { id, isPrintableText } from './codecs.ts'
import { REQUEST_WORDS_MAX } from './defaults.ts'
import { REQUEST_FIELDS, TEXT_FIELDS } from './messages.ts'
import { robotCheck } from './robot-check.ts'
import { ForgottenPassword } from './users.ts'

/** `back`: tell me when it can be bought again. `sister`: make another one like it. */
export const RequestKind = z.enum(['back', 'sister'])
export type RequestKind = z.infer<typeof RequestKind>

export const NewRequest = z.object({
  kind: RequestKind,
  product: id,
  email: ForgottenPassword.shape.email,
  words: z
    .string()
    .trim()
    .max(REQUEST_WORDS_MAX, REQUEST_FIELDS.wordsTooLong(REQUEST_WORDS_MAX))
    .refine(isPrintableText, TEXT_FIELDS.unprintable)
    .default(''),
  robotCheck,
})
export type NewRequest = z.input<typeof NewRequest>

/** The signed part of a link in a message about a request. */
export const RequestLink = z.object({ link: z.string().max(200) })
export type RequestLink = z.infer<typeof RequestLink>

export const ConfirmedRequest = z
  .object({
    kind: RequestKind,
    product: z.object({ name: z.string(), slug: z.string() }),
    isAvailable: z.boolean().describe('It can be bought right now'),
  })
  .meta({ id: 'ConfirmedRequest' })
export type ConfirmedRequest = z.infer<typeof ConfirmedRequest>
