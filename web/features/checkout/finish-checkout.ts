import type { Order, OrderItem } from '#contract/orders.ts'
import type { Store } from '../../store.ts'
import type { CartItem } from '../cart/cart.ts'
import { couponCodeSaved, itemsRefreshed } from '../cart/cartSlice.ts'
import { deleteGiftDraft } from './gift-draft.ts'

/** What the browser forgets of a paid order. */
export type Bought = Pick<Order, 'orderItems' | 'couponCode' | 'giftNote' | 'wrapPrice'>

/**
 * Takes the pieces of a paid order out of the cart, in any quantity. Its code and gift go with it, and with the last
 * piece. A second call changes nothing.
 */
export const finishCheckout =
  ({ orderItems, couponCode: coupon, giftNote, wrapPrice }: Bought) =>
  (dispatch: Store['dispatch'], getState: Store['getState']) => {
    const { cartItems, couponCode } = getState().cart
    const left = cartItems.filter((item) => !orderItems.some((sold) => isSameLine(sold, item)))
    dispatch(itemsRefreshed(left))
    if (left.length === 0 || couponCode === coupon?.code) dispatch(couponCodeSaved(''))
    if (left.length === 0 || giftNote !== undefined || wrapPrice !== undefined) deleteGiftDraft()
  }

/** Whether both are of one product with the same answers. */
const isSameLine = (sold: OrderItem, item: CartItem) =>
  sold.product === item.product && textsOf(sold.answers) === textsOf(item.answers)

const textsOf = (answers: OrderItem['answers'] = []) =>
  JSON.stringify(answers.map(({ label, answer }) => [label, answer]))
