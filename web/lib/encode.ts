import type { z } from 'zod'
import { FAILURE } from '#web/texts/failure.ts'

/** The JSON of a value. One that its schema refuses throws an ApiFailure, as the API would refuse it. */
export function encode<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): z.input<Schema> {
  const { data, error } = schema.safeEncode(value)
  if (!error) return data
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const message = issues[0]?.message ?? FAILURE.generic
  throw Object.assign(new Error(message), { status: 400, data: { message, code: 'invalid_request', issues } })
}
