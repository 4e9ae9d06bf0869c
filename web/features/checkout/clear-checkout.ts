import type { Store } from '../../store.ts'
import { cartCleared } from '../cart/cartSlice.ts'
import { deleteGiftDraft } from './gift-draft.ts'

/** The order is paid: empties the cart, and forgets its gift note, which belongs to no later order. */
export const clearCheckout = () => (dispatch: Store['dispatch']) => {
  dispatch(cartCleared())
  deleteGiftDraft()
}
