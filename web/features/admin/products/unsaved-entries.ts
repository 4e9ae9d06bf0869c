import { z } from 'zod'
import { SellersProduct } from '#contract/admin/products.ts'
import { forgetInTab, fromTab, keepInTab } from '../../../tab-storage.ts'
import { Entries, entriesOf, isSame } from './entries.ts'

/** A form half filled in: what it was loaded with, amounts in cents, and what stands in it. */
export type Kept = { loaded: SellersProduct; entries: Entries }

const keyOf = (id: string) => `product-edit:${id}`

/**
 * What was left unsaved in this tab, by a press on a link, a reload or a phone that put the page away. Null when there is
 * nothing, or nothing of the right shape: an earlier version of the shop may have left it.
 */
export function keptEntries(id: string): Kept | null {
  const { loaded, entries } = (fromTab(keyOf(id)) ?? {}) as Partial<Kept>
  const isWhole = z.safeEncode(SellersProduct, loaded as SellersProduct).success && loaded?._id === id
  const checked = Entries.safeParse(entries)
  return isWhole && checked.success ? { loaded, entries: checked.data } : null
}

/** Keeps what is not saved yet; forgets it when there is nothing to keep. */
export function keepEntries({ loaded, entries }: Kept) {
  if (isSame(entries, entriesOf(loaded))) forgetEntries(loaded._id)
  else keepInTab(keyOf(loaded._id), { loaded, entries })
}

export const forgetEntries = (id: string) => forgetInTab(keyOf(id))
