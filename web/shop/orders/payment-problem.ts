import { codeOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { recordOf, textOf } from '#web/lib/parsed-json.ts'
import { readFromTab, removeFromTab, saveInTab } from '#web/lib/tab-storage.ts'
import { ORDER_PAYMENT } from '#web/texts/checkout.ts'

const KEY = 'paymentProblem'

/** Whether the outcome of the call is unknown: no response, or one that did not come from the shop. */
export const isUnanswered = (failure: ApiFailure) => failure.status === 0 || (failure.status >= 500 && !codeOf(failure))

/** Why a payment failed, as a sentence. */
export const paymentProblem = (failure: ApiFailure) =>
  isUnanswered(failure) ? ORDER_PAYMENT.unconfirmed : messageOf(failure)

/** Keeps why the payment of an order failed for the order's page, which opens next. */
export const notePaymentProblem = (order: string, failure: ApiFailure) =>
  saveInTab(KEY, { order, sentence: paymentProblem(failure) })

/** Why the payment of this order failed on the page before, said once; null without a reason. */
export function takePaymentProblem(id: string) {
  const { order, sentence } = recordOf(readFromTab(KEY))
  if (order !== id) return null
  removeFromTab(KEY)
  return textOf(sentence) || null
}
