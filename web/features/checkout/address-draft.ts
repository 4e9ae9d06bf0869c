import { addressOf, textOf } from '../../stored-state.ts'
import { forgetInTab, fromTab, keepInTab } from '../../tab-storage.ts'
import type { AddressForm } from './validation.ts'

const ADDRESS = 'addressDraft'
const CODE = 'codeDraft'

/** The address that this person has typed in this tab and not sent yet; null when there is none. */
export function addressDraft(userId: string): AddressForm | null {
  const typed = draft(ADDRESS, userId)
  return typed === undefined ? null : addressOf(typed)
}

/** Keeps the address that is being typed, for when the page is loaded again or the session has ended. */
export const keepAddressDraft = (userId: string, address: AddressForm) => keep(ADDRESS, userId, address)

/** The discount code that this person has typed in this tab and not applied yet; empty when there is none. */
export const codeDraft = (userId: string) => textOf(draft(CODE, userId))

/** Keeps the discount code that is being typed, as `keepAddressDraft` does. */
export const keepCodeDraft = (userId: string, code: string) => keep(CODE, userId, code)

/** The address has been sent: from now on the saved one is shown. */
export const forgetAddressDraft = () => forgetInTab(ADDRESS)

/** Nothing that was typed stays for the next person. */
export function forgetDrafts() {
  forgetInTab(ADDRESS)
  forgetInTab(CODE)
}

function draft(key: string, userId: string): unknown {
  const { by, value } = (fromTab(key) ?? {}) as { by?: unknown; value?: unknown }
  return by === userId ? value : undefined
}

const keep = (key: string, userId: string, value: unknown) => keepInTab(key, { by: userId, value })
