import { addressOf, textOf } from '../../stored-state.ts'
import { readFromTab, removeFromTab, saveInTab } from '../../tab-storage.ts'
import type { AddressForm } from '../cart/cart.ts'

const ADDRESS = 'addressDraft'
const CODE = 'codeDraft'

/** The user's unsaved address in this tab; null when there is none. */
export function addressDraft(userId: string): AddressForm | null {
  const typed = draft(ADDRESS, userId)
  return typed === undefined ? null : addressOf(typed)
}

/** Stores the unsaved address in this tab, so that it survives a reload and the end of the session. */
export const saveAddressDraft = (userId: string, address: AddressForm) => save(ADDRESS, userId, address)

/** The user's discount code in this tab that is not applied yet; empty when there is none. */
export const codeDraft = (userId: string) => textOf(draft(CODE, userId))

/** Stores the discount code that is not applied yet, as `storeAddressDraft` does. */
export const saveCodeDraft = (userId: string, code: string) => save(CODE, userId, code)

/** Removes the address draft once the address is saved. */
export const deleteAddressDraft = () => removeFromTab(ADDRESS)

/** Removes all drafts of the checkout, at sign-out. */
export function deleteDrafts() {
  removeFromTab(ADDRESS)
  removeFromTab(CODE)
}

function draft(key: string, userId: string): unknown {
  const { by, value } = (readFromTab(key) ?? {}) as { by?: unknown; value?: unknown }
  return by === userId ? value : undefined
}

const save = (key: string, userId: string, value: unknown) => saveInTab(key, { by: userId, value })
