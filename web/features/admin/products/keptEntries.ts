import type { SellersProduct } from '#contract/product-edits.ts'
import { type Entries, entriesOf, isSame } from './entries.ts'

/** A form half filled in: what it was loaded with, and what stands in it. */
export type Kept = { loaded: SellersProduct; entries: Entries }

const keyOf = (id: string) => `product-edit:${id}`

/** What was left unsaved in this tab, by a press on a link, a reload or a phone that put the page away. */
export function keptEntries(id: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps what is not saved yet; forgets it when there is nothing to keep. */
export function keepEntries({ loaded, entries }: Kept) {
  if (isSame(entries, entriesOf(loaded))) return forgetEntries(loaded._id)
  try {
    sessionStorage.setItem(keyOf(loaded._id), JSON.stringify({ loaded, entries }))
  } catch {
    // A browser that keeps nothing: the form works all the same.
  }
}

export const forgetEntries = (id: string) => sessionStorage.removeItem(keyOf(id))
