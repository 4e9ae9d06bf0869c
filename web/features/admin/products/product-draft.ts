import { z } from 'zod'
import { AdminProduct } from '#contract/admin/products.ts'
import { deleteDraft, readDraft, saveDraft } from '../../../drafts.ts'
import { Entries, entriesOf, isSame } from './entries.ts'

/** An unsaved product form: the product it was loaded from, amounts in cents, and its values. */
export type ProductDraft = { loaded: AdminProduct; entries: Entries }

const nameOf = (id: string) => `product:${id}`

/**
 * The user's draft of a product in this tab, which survives links, reloads and a suspended phone. Null without one, or
 * when its shape is outdated.
 */
export function productDraft(id: string, userId: string): ProductDraft | null {
  const { loaded, entries } = (readDraft(nameOf(id), userId) ?? {}) as Partial<ProductDraft>
  const isWhole = z.safeEncode(AdminProduct, loaded as AdminProduct).success && loaded?._id === id
  const checked = Entries.safeParse(entries)
  return isWhole && checked.success ? { loaded, entries: checked.data } : null
}

/** Saves the user's draft of a product; deletes it when nothing is changed. */
export function saveProductDraft({ loaded, entries }: ProductDraft, userId: string) {
  if (isSame(entries, entriesOf(loaded))) deleteProductDraft(loaded._id)
  else saveDraft(nameOf(loaded._id), userId, { loaded, entries })
}

export const deleteProductDraft = (id: string) => deleteDraft(nameOf(id))
