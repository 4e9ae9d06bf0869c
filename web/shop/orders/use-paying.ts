import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { codeOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { useOwnRobotCheck } from '#web/shop/accounts/robot-check.ts'
import { finishCheckout } from '#web/shop/visitor/finish-checkout.ts'
import { useAppDispatch } from '#web/shop/visitor/store.ts'
import { ordersApi } from './ordersApi.ts'
import { chargeOrder, completeOrder } from './payment-calls.ts'
import { isUnanswered, paymentProblem, takePaymentProblem } from './payment-problem.ts'

const POLL_MS = 1500
const POLL_SLOWLY_MS = 5000
const POLLS_BEFORE_SLOW = 20

/**
 * The payment of an order. `sending`: the call is running. `unsure`: the call has ended, and the order is polled until
 * its payment has a known outcome, after which another payment is possible. `isCleared`: a payment with an unknown
 * outcome turned out not to have happened. Every payment on this page takes its pieces out of the cart.
 */
export function usePaying(order: Order) {
  const [stage, setStage] = useState<'ready' | 'sending' | 'unsure'>('ready')
  const [problem, setProblem] = useState(() => takePaymentProblem(order._id))
  const [isDoubtful, setDoubtful] = useState(false)
  const [isRobotAsked, setRobotAsked] = useState(false)
  const robot = useOwnRobotCheck(isRobotAsked)
  const dispatch = useAppDispatch()
  const isOpen = stage === 'unsure' || order.payment === 'processing'
  useSettled(order._id, isOpen, () => setStage('ready'))
  const isThanked = useFinished(order)

  // At once, before anything is awaited: a second press must find the first one running.
  const begin = (attempt: () => Promise<void>) => {
    if (stage !== 'ready') return
    setStage('sending')
    setProblem(null)
    void attempt()
  }
  const end = (failure: ApiFailure | null) => {
    if (failure) robot.renew()
    // After declined cards.
    if (failure && codeOf(failure) === 'robot_check_required') setRobotAsked(true)
    if (failure) setProblem(paymentProblem(failure))
    setDoubtful(failure !== null && (isUnanswered(failure) || codeOf(failure) === 'payment_unconfirmed'))
    setStage('unsure')
  }
  const pay = async (sourceId: string) => {
    const answer = await robot.answer()
    if ('robotCheck' in answer) return end(await dispatch(chargeOrder(order, sourceId, answer.robotCheck)))
    setProblem(answer.problem.message)
    setStage('ready')
  }
  return {
    pay: (sourceId: string) => begin(() => pay(sourceId)),
    robot,
    complete: () => begin(async () => end(await dispatch(completeOrder(order)))),
    isBusy: stage !== 'ready',
    problem,
    isCleared: isDoubtful && !isOpen,
    isThanked,
    dismiss: () => setProblem(null),
  }
}

/** Polls the order, while `isOpen`, until the outcome of its payment is known. */
function useSettled(id: string, isOpen: boolean, onSettled: () => void) {
  const dispatch = useAppDispatch()
  const reportSettled = useEffectEvent(onSettled)
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    const poll = async () => {
      for (let polls = 0; isCurrent; polls++) {
        const { data, isSuccess } = await dispatch(
          ordersApi.endpoints.order.initiate(id, { subscribe: false, forceRefetch: true }),
        )
        if (isCurrent && isSuccess && data && data.payment !== 'processing') return reportSettled()
        await new Promise((resolve) => setTimeout(resolve, polls < POLLS_BEFORE_SLOW ? POLL_MS : POLL_SLOWLY_MS))
      }
    }
    poll()
    return () => {
      isCurrent = false
    }
  }, [id, isOpen, dispatch])
}

/** Finishes the checkout when the order on screen becomes paid, and returns whether it has. */
function useFinished(order: Order) {
  const { isPaid } = order
  const wasOpen = useRef(!isPaid)
  const [isThanked, setThanked] = useState(false)
  const dispatch = useAppDispatch()
  const finish = useEffectEvent(() => dispatch(finishCheckout(order)))
  useEffect(() => {
    if (!isPaid || !wasOpen.current) return
    wasOpen.current = false
    finish()
    setThanked(true)
  }, [isPaid])
  return isThanked
}
