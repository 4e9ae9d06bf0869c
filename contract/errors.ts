import { z } from 'zod'

/** Every refusal of the API: a sentence for a person, a code for a program, and the fields it is about (D4). */
export const Problem = z
  .object({
    message: z.string(),
    code: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
