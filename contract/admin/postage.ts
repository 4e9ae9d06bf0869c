// Schemas of the file of packages that a postage service imports.
import { z } from 'zod'
import { id } from '../codecs.ts'
import { PackingQuery } from './orders.ts'

/** The orders of the file by their ids with commas between them; without it, all that are to be shipped. */
export const PostageQuery = PackingQuery.partial()

const NumberedOrder = z.object({ _id: id, number: z.int() })

/** What a postage file holds, before it is downloaded. */
export const PostageCheck = z
  .object({
    packages: z.int().describe('Packages of the file'),
    pickups: z.array(NumberedOrder).describe('Left out: their buyers collect them'),
    unweighed: z.array(NumberedOrder).describe('In the file without a weight'),
    undeclared: z.array(NumberedOrder).describe('In the file without what customs needs to know of an item'),
  })
  .meta({ id: 'PostageCheck' })
export type PostageCheck = z.infer<typeof PostageCheck>
