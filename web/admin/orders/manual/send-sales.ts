// Sends sales to the shop, and again those that it has not confirmed once there is a signal.
import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import { codeOf, messageOf, SIGN_IN_AGAIN } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { useSigned } from '#web/lib/sessionSlice.ts'
import { type Store, useAppDispatch } from '#web/shop/visitor/store.ts'
import { manualOrdersApi } from './manualOrdersApi.ts'
import { forgetSale, noteRefusal, type UnsentSale, unsentSales } from './unsent-sales.ts'

type Dispatch = Store['dispatch']

/** What became of a sale that was sent: an order, a refusal, or nothing that anybody knows of yet. */
export type SentSale = { order: Order } | { refusal: ApiFailure } | { isUnsent: true }

/** With a weak signal a call may hang for minutes. */
const LONGEST_MS = 10_000

/** Sends a sale once. */
export async function sendSale(dispatch: Dispatch, { order }: Pick<UnsentSale, 'order'>): Promise<SentSale> {
  const request = dispatch(manualOrdersApi.endpoints.addOrder.initiate(order))
  const timer = setTimeout(() => request.abort(), LONGEST_MS)
  const { data, error } = await request
  clearTimeout(timer)
  if (data) return { order: data }
  const failure = error as Partial<ApiFailure>
  return isRefusal(failure) ? { refusal: failure } : { isUnsent: true }
}

/** Answers of a shop that is busy, or wants to know first who asks. */
const NOT_NOW = new Set([401, 408, 429])

/** Whether the shop has said no. Without an answer it may have taken the sale, and takes it once however often it comes. */
export const isRefusal = (failure: Partial<ApiFailure>): failure is ApiFailure => {
  const { status = 0 } = failure
  return status >= 400 && status < 500 && !NOT_NOW.has(status) && codeOf(failure) !== SIGN_IN_AGAIN
}

let sending: Promise<void> | undefined

/** Sends the sales of a user that wait, one after the other, until one gets no answer. */
export function sendWaitingSales(dispatch: Dispatch, userId: string): Promise<void> {
  sending ??= sendAll(dispatch, userId).finally(() => {
    sending = undefined
  })
  return sending
}

async function sendAll(dispatch: Dispatch, userId: string) {
  for (const sale of unsentSales()) {
    if (sale.user !== userId || sale.refusal !== undefined) continue
    const sent = await sendSale(dispatch, sale)
    if ('isUnsent' in sent) return
    if ('order' in sent) forgetSale(sale.order.key)
    else noteRefusal(sale.order.key, messageOf(sent.refusal))
  }
}

const RETRY_MS = 30_000

/** Sends what waits when the desk opens, when it is looked at again, when the signal is back, and now and then. */
export function useSaleSending() {
  const dispatch = useAppDispatch()
  const userId = useSigned(({ session }) => session.user?._id)
  useEffect(() => {
    if (!userId) return
    const send = () => void sendWaitingSales(dispatch, userId)
    send()
    const timer = setInterval(send, RETRY_MS)
    window.addEventListener('online', send)
    window.addEventListener('focus', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
      window.removeEventListener('focus', send)
    }
  }, [dispatch, userId])
}
