import { deleteDraft, readDraft, saveDraft } from '../../drafts.ts'
import { addressOf, textOf } from '../../stored-state.ts'
import type { AddressForm } from '../cart/cart.ts'

const ADDRESS = 'address'
const CODE = 'code'

/** The user's unsaved address in this tab; null when there is none. */
export function addressDraft(userId: string): AddressForm | null {
  const typed = readDraft(ADDRESS, userId)
  return typed === undefined ? null : addressOf(typed)
}

export const saveAddressDraft = (userId: string, address: AddressForm) => saveDraft(ADDRESS, userId, address)

/** Removes the address draft once the address is saved. */
export const deleteAddressDraft = () => deleteDraft(ADDRESS)

/** The user's discount code in this tab that is not applied yet; empty when there is none. */
export const codeDraft = (userId: string) => textOf(readDraft(CODE, userId))

export const saveCodeDraft = (userId: string, code: string) => saveDraft(CODE, userId, code)
