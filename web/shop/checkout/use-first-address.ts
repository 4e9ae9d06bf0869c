import { useState } from 'react'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { addressDraft } from './address-draft.ts'

/** The address that the form starts with: the draft, or else the address of the cart. */
export function useFirstAddress() {
  const userId = useAppSelector(({ session }) => session.user?._id ?? '')
  const savedAddress = useAppSelector(({ cart }) => cart.shippingAddress)
  const [first] = useState(() => addressDraft(userId) ?? savedAddress)
  return first
}
