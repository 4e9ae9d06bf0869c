import type { Order } from '#contract/orders.ts'
import type { Store } from '../../store.ts'
import { orderPaid } from '../cart/cartSlice.ts'
import { deleteGiftDraft } from './gift-draft.ts'

/** What the browser forgets of a paid order. */
export type Bought = Pick<Order, 'orderItems' | 'couponCode' | 'giftNote' | 'wrapPrice'>

/** Takes what an order bought out of the cart, and forgets the gift that it was. A second call changes nothing. */
export const finishCheckout = (order: Bought) => (dispatch: Store['dispatch'], getState: Store['getState']) => {
  dispatch(orderPaid(order))
  const isGift = order.giftNote !== undefined || order.wrapPrice !== undefined
  if (isGift || getState().cart.cartItems.length === 0) deleteGiftDraft()
}
