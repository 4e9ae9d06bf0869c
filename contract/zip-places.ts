import { z } from 'zod'

export const ZipKey = z.object({ zip: z.string().regex(/^\d{5}$/) })

/** The place of a ZIP code, to fill in an address. */
export const ZipPlace = z
  .object({
    city: z.string().nullable().describe('The main city; null for a ZIP code that is not known'),
    state: z.string().nullable().describe('Two letters'),
  })
  .meta({ id: 'ZipPlace' })
export type ZipPlace = z.infer<typeof ZipPlace>
