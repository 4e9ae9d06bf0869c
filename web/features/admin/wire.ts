import '../../zod-csp.ts'
import { z } from 'zod'

/** For `transformResponse`: the answer in the store's terms, amounts in cents. Throws when it is not of that shape. */
export const decoded =
  <Schema extends z.ZodType>(schema: Schema) =>
  (answer: unknown): z.output<Schema> =>
    schema.parse(answer)

/** The body of a call in the terms of the wire, amounts in dollars. */
export const encoded = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) => z.encode(schema, value)
