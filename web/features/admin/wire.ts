import '../../zod-csp.ts'
import { z } from 'zod'

/** For `transformResponse`: decodes the response, amounts in cents. Throws when it does not match the schema. */
export const decoded =
  <Schema extends z.ZodType>(schema: Schema) =>
  (answer: unknown): z.output<Schema> =>
    schema.parse(answer)

/** Encodes the body of a call, amounts in dollars. */
export const encoded = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) => z.encode(schema, value)
