import type { Order, OrderItem } from '#contract/orders.ts'
import type { CartItem } from './cart.ts'
import { couponCodeSaved, itemsRefreshed } from './cartSlice.ts'
import { deleteGiftDraft } from './gift-draft.ts'
import type { Store } from './store.ts'
import { forgetUnpaidOrder } from './unpaid-orders.ts'

/** What the browser forgets of a paid order. */
export type BoughtOrder = Pick<Order, '_id' | 'couponCode' | 'giftNote' | 'wrapPrice'> & { orderItems: SoldItem[] }

type SoldItem = Pick<OrderItem, 'product' | 'answers'>

/**
 * Takes the pieces of a paid order out of the cart, in any quantity. Its code and gift go with it, and with the last
 * piece. A second call changes nothing.
 */
export const finishCheckout =
  ({ _id, orderItems, couponCode: coupon, giftNote, wrapPrice }: BoughtOrder) =>
  (dispatch: Store['dispatch'], getState: Store['getState']) => {
    forgetUnpaidOrder(_id)
    const { cartItems, couponCode } = getState().cart
    const itemsLeft = cartItems.filter((item) => !orderItems.some((soldItem) => isSameLine(soldItem, item)))
    dispatch(itemsRefreshed(itemsLeft))
    if (itemsLeft.length === 0 || couponCode === coupon?.code) dispatch(couponCodeSaved(''))
    if (itemsLeft.length === 0 || giftNote !== undefined || wrapPrice !== undefined) deleteGiftDraft()
  }

/** Whether both are of one product with the same answers. */
const isSameLine = (soldItem: SoldItem, item: CartItem) =>
  soldItem.product === item.product && textsOf(soldItem.answers) === textsOf(item.answers)

const textsOf = (answers: OrderItem['answers'] = []) =>
  JSON.stringify(answers.map(({ label, answer }) => [label, answer]))
