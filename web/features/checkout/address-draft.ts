import { addressOf, textOf } from '../../stored-state.ts'
import { readFromTab, removeFromTab, saveInTab } from '../../tab-storage.ts'
import type { AddressForm } from './validation.ts'

const ADDRESS = 'addressDraft'
const CODE = 'codeDraft'

/** The address that this person has typed in this tab and not sent yet; null when there is none. */
export function addressDraft(userId: string): AddressForm | null {
  const typed = draft(ADDRESS, userId)
  return typed === undefined ? null : addressOf(typed)
}

/** Keeps the address that is being typed, for when the page is loaded again or the session has ended. */
export const saveAddressDraft = (userId: string, address: AddressForm) => save(ADDRESS, userId, address)

/** The discount code that this person has typed in this tab and not applied yet; empty when there is none. */
export const codeDraft = (userId: string) => textOf(draft(CODE, userId))

/** Keeps the discount code that is being typed, as `keepAddressDraft` does. */
export const saveCodeDraft = (userId: string, code: string) => save(CODE, userId, code)

/** The address has been sent: from now on the saved one is shown. */
export const deleteAddressDraft = () => removeFromTab(ADDRESS)

/** Nothing that was typed stays for the next person. */
export function deleteDrafts() {
  removeFromTab(ADDRESS)
  removeFromTab(CODE)
}

function draft(key: string, userId: string): unknown {
  const { by, value } = (readFromTab(key) ?? {}) as { by?: unknown; value?: unknown }
  return by === userId ? value : undefined
}

const save = (key: string, userId: string, value: unknown) => saveInTab(key, { by: userId, value })
