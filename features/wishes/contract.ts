import { z } from 'zod'
import { id } from '#contract/codecs.ts'
import { MOST_PIECES_AT_ONCE, MOST_WISHES } from './limits.ts'

const ids = z.array(id).max(MOST_WISHES)

/** Products for the wish list, and products that leave it. */
export const WishChanges = z.object({
  added: ids.describe('The newest first. Products that do not exist are left out'),
  removed: ids,
})
export type WishChanges = z.infer<typeof WishChanges>

export const WishList = z.object({ products: z.array(id).describe('The newest first') }).meta({ id: 'WishList' })
export type WishList = z.infer<typeof WishList>

export const WishedQuery = z.object({
  ids: z
    .string()
    .max(MOST_PIECES_AT_ONCE * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(id).max(MOST_PIECES_AT_ONCE))
    .describe(`Ids of at most ${MOST_PIECES_AT_ONCE} products, separated by commas`),
})
