import { addressOf, textOf } from '../../stored.ts'
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
export const forgetAddressDraft = () => forget(ADDRESS)

/** Nothing that was typed stays for the next person. */
export function forgetDrafts() {
  forget(ADDRESS)
  forget(CODE)
}

function draft(key: string, userId: string): unknown {
  try {
    const { by, value } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return by === userId ? value : undefined
  } catch {
    return undefined
  }
}

function keep(key: string, userId: string, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ by: userId, value }))
  } catch {
    // Storage is off or full: the draft lives as long as the page.
  }
}

function forget(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is off: there is nothing to forget.
  }
}
