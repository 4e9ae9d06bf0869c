import { z } from 'zod'
import { AdminProduct } from '#contract/admin/products.ts'
import { readFromTab, removeFromTab, saveInTab } from '../../../tab-storage.ts'
import { Entries, entriesOf, isSame } from './entries.ts'

/** An unsaved product form: the product it was loaded from, amounts in cents, and its values. */
export type ProductDraft = { loaded: AdminProduct; entries: Entries }

const keyOf = (id: string) => `product-edit:${id}`

/**
 * The draft of a product in this tab, which survives links, reloads and a suspended phone. Null without one, or when
 * its shape is outdated.
 */
export function savedDraft(id: string): ProductDraft | null {
  const { loaded, entries } = (readFromTab(keyOf(id)) ?? {}) as Partial<ProductDraft>
  const isWhole = z.safeEncode(AdminProduct, loaded as AdminProduct).success && loaded?._id === id
  const checked = Entries.safeParse(entries)
  return isWhole && checked.success ? { loaded, entries: checked.data } : null
}

/** Saves the draft of a product; deletes it when nothing is changed. */
export function saveDraft({ loaded, entries }: ProductDraft) {
  if (isSame(entries, entriesOf(loaded))) deleteDraft(loaded._id)
  else saveInTab(keyOf(loaded._id), { loaded, entries })
}

export const deleteDraft = (id: string) => removeFromTab(keyOf(id))
