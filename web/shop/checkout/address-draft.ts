import { deleteDraft, readDraft, saveDraft } from '#web/lib/drafts.ts'
import type { AddressForm } from '#web/shop/visitor/cart.ts'
import { addressOf } from '#web/shop/visitor/stored-state.ts'

const ADDRESS = 'address'

/** The user's unsaved address in this tab; null when there is none. */
export function addressDraft(userId: string): AddressForm | null {
  const typedAddress = readDraft(ADDRESS, userId)
  return typedAddress === undefined ? null : addressOf(typedAddress)
}

export const saveAddressDraft = (userId: string, address: AddressForm) => saveDraft(ADDRESS, userId, address)

/** Removes the address draft once the address is saved. */
export const deleteAddressDraft = () => deleteDraft(ADDRESS)
