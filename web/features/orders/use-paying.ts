import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { type ApiFailure, codeOf, messageOf } from '../../api.ts'
import { useAppDispatch } from '../../store.ts'
import { ORDER_PAYMENT } from '../../texts/checkout.ts'
import { cartCleared } from '../cart/cartSlice.ts'
import { ordersApi } from './ordersApi.ts'
import { chargeOrder, completeOrder } from './payment-calls.ts'

const POLL_MS = 1500
const POLL_SLOWLY_MS = 5000
const POLLS_BEFORE_SLOW = 20

/**
 * Paying an order. `sending`: the server has been asked. `unsure`: it has answered, or not, and the order itself is
 * asked until it is known how it stands; only then may one pay again. `isCleared`: what was in doubt is known not to
 * have been paid. Everything that is paid here empties the cart.
 */
export function usePaying(order: Order) {
  const [stage, setStage] = useState<'ready' | 'sending' | 'unsure'>('ready')
  const [problem, setProblem] = useState<string | null>(null)
  const [isDoubtful, setDoubtful] = useState(false)
  const dispatch = useAppDispatch()
  const isOpen = stage === 'unsure' || order.payment === 'processing'
  useSettled(order._id, isOpen, () => setStage('ready'))
  const isThanked = useEmptiedCart(order)

  const ask = async (call: () => Promise<ApiFailure | null>) => {
    if (stage !== 'ready') return
    setStage('sending')
    setProblem(null)
    const failure = await call()
    if (failure) setProblem(isUnanswered(failure) ? ORDER_PAYMENT.unconfirmed : messageOf(failure))
    setDoubtful(failure !== null && (isUnanswered(failure) || codeOf(failure) === 'payment_unconfirmed'))
    setStage('unsure')
  }
  return {
    pay: (sourceId: string) => ask(() => dispatch(chargeOrder(order, sourceId))),
    complete: () => ask(() => dispatch(completeOrder(order))),
    isBusy: stage !== 'ready',
    problem,
    isCleared: isDoubtful && !isOpen,
    isThanked,
    dismiss: () => setProblem(null),
  }
}

/** Whether the outcome of the call is unknown: it has no answer, or one that the shop did not send. */
const isUnanswered = (failure: ApiFailure) => failure.status === 0 || (failure.status >= 500 && !codeOf(failure))

/** Polls the order, while `isOpen`, until the outcome of its payment is known. */
function useSettled(id: string, isOpen: boolean, done: () => void) {
  const dispatch = useAppDispatch()
  const settled = useEffectEvent(done)
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    const poll = async () => {
      for (let polls = 0; isCurrent; polls++) {
        const { data, isSuccess } = await dispatch(
          ordersApi.endpoints.order.initiate(id, { subscribe: false, forceRefetch: true }),
        )
        if (isCurrent && isSuccess && data && data.payment !== 'processing') return settled()
        await new Promise((resolve) => setTimeout(resolve, polls < POLLS_BEFORE_SLOW ? POLL_MS : POLL_SLOWLY_MS))
      }
    }
    poll()
    return () => {
      isCurrent = false
    }
  }, [id, isOpen, dispatch])
}

/** Empties the cart when the order on screen becomes paid. Answers whether it did. */
function useEmptiedCart({ isPaid }: Order) {
  const dispatch = useAppDispatch()
  const wasOpen = useRef(!isPaid)
  const [isThanked, setThanked] = useState(false)
  useEffect(() => {
    if (!isPaid || !wasOpen.current) return
    wasOpen.current = false
    dispatch(cartCleared())
    setThanked(true)
  }, [isPaid, dispatch])
  return isThanked
}
