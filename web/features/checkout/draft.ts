import type { AddressForm } from './validation.ts'

const KEY = 'addressDraft'

/** The address that this person has typed in this tab and not sent yet; null when there is none. */
export function addressDraft(userId: string): AddressForm | null {
  try {
    const { by, address } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return by === userId ? address : null
  } catch {
    return null
  }
}

/** Keeps what is being typed, for when the page is loaded again. */
export function keepDraft(userId: string, address: AddressForm) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ by: userId, address }))
  } catch {
    // Storage is off or full: the draft lives as long as the page.
  }
}

/** The address has been sent: from now on the saved one is shown. */
export const forgetDraft = () => sessionStorage.removeItem(KEY)
