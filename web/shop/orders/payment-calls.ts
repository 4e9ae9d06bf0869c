import { nameParts } from '#contract/names.ts'
import type { Order } from '#contract/orders.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { paymentsApi } from '#web/shop/payments/paymentsApi.ts'
import { type BoughtOrder, finishCheckout } from '#web/shop/visitor/finish-checkout.ts'
import type { RootState, Store } from '#web/shop/visitor/store.ts'
import { ordersApi } from './ordersApi.ts'

type Dispatch = Store['dispatch']
type GetState = () => RootState
type UnpaidOrder = BoughtOrder & Pick<Order, '_id' | 'totalPrice'>

/**
 * Charges a card or wallet for an order by its token, and finishes the checkout as soon as the order is paid. Returns
 * the error, or null; after a 409 the order has been verified again.
 */
export const chargeOrder =
  (order: UnpaidOrder, sourceId: string, robotCheck?: string) => async (dispatch: Dispatch, getState: GetState) => {
    const { _id: orderId, totalPrice } = order
    const { user } = getState().session
    const payment = { price: totalPrice, sourceId, orderId, idempotencyKey: newKey(), robotCheck }
    const { data, error } = await dispatch(paymentsApi.endpoints.processSquare.initiate(payment, { track: false }))
    if (data?.status === 'COMPLETED') {
      // Before the report, because the report may find that the session has ended.
      dispatch(finishCheckout(order))
      const { id, status, updatedAt } = data
      const { givenName, familyName } = nameParts(user?.name ?? '')
      const payer = { email_address: user?.email, name: { given_name: givenName, surname: familyName } }
      const report = { id, status, update_time: updatedAt, payer }
      // The report is a note for the server, which already knows of the payment: its error changes nothing here.
      await dispatch(ordersApi.endpoints.pay.initiate({ id: orderId, report }, { track: false }))
    }
    return refusalOf(error, orderId, dispatch)
  }

/** Completes an order whose total is zero, and finishes the checkout. Returns the error, or null. */
export const completeOrder = (order: UnpaidOrder) => async (dispatch: Dispatch) => {
  const { error } = await dispatch(ordersApi.endpoints.completeOrder.initiate(order._id, { track: false }))
  if (!error) dispatch(finishCheckout(order))
  return refusalOf(error, order._id, dispatch)
}

async function refusalOf(error: unknown, orderId: string, dispatch: Dispatch) {
  if (!error) return null
  const refusal = error as ApiFailure
  if (refusal.status === 409) await dispatch(ordersApi.endpoints.verifyOrder.initiate(orderId, { track: false }))
  return refusal
}

// Not crypto.randomUUID, which browsers lack when the shop is opened over plain http under another name than localhost.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
