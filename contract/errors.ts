import { z } from 'zod'

/** JSON of every API error: a message for people, a code for programs, and issues by field. */
export const Problem = z
  .object({
    message: z.string(),
    code: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    items: z.array(z.string()).optional().describe('For items_gone: the names of the items'),
    retryAfter: z.int().optional().describe('For rate_limited: seconds until the next try'),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
