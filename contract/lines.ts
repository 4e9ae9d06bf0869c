// Products that are sold from a set time on, and then to those who are admitted in a line. The contract of the shop has
// what a product says of it; who stands where is the business of the feature that has the line.
import { z } from 'zod'
import { id, timestamp } from './codecs.ts'

export const LineState = z
  .enum(['planned', 'line', 'over', 'canceled'])
  .describe('line: those who wait are admitted. over: what is left is sold as any other product')

/** The line in which a product is sold, until it is over. */
export const LineLink = z
  .object({ _id: id, name: z.string(), slug: z.string(), state: z.enum(['planned', 'line']), startsAt: timestamp })
  .meta({ id: 'DropLink' })
export type LineLink = z.infer<typeof LineLink>

/** The line in which a product is or was sold, for admins. */
export const LineOfProduct = z.object({ _id: id, name: z.string(), state: LineState, startsAt: timestamp })
export type LineOfProduct = z.infer<typeof LineOfProduct>
