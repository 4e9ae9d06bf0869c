// Files that the browser itself downloads, since they can be larger than its memory.
import { z } from 'zod'

export const Download = z
  .object({ url: z.string().describe('Where the file can be downloaded within a minute') })
  .meta({ id: 'Download' })
export type Download = z.infer<typeof Download>

/** What makes the address of a download good. */
export const DownloadTicket = z.object({
  until: z.coerce
    .number()
    .int()
    .max(2 ** 53 - 1),
  key: z.string().max(100),
})
export type DownloadTicket = z.infer<typeof DownloadTicket>
