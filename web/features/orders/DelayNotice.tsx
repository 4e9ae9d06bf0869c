import { formatCalendarDay } from '#contract/dates.ts'
import type { Delay, DelayAnswer } from '#contract/delays.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '../../api-failure.ts'
import { DELAY } from '../../texts/delays.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { useShop } from '../shop/use-shop.ts'
import { useAnswerDelayMutation } from './delaysApi.ts'

/** Tells the buyer of an order that waits that it ships later, and takes the answer. */
export function DelayNotice({ order }: { order: Order }) {
  const { _id: id, number, delay, isDelivered, isRefunded } = order
  const { voice } = useShop()
  const [answer, { isLoading, error, reset }] = useAnswerDelayMutation()
  if (!delay || isDelivered || isRefunded) return null
  const say = (said: DelayAnswer) => void answer({ id, answer: said })
  return (
    <section
      aria-labelledby="delay"
      className="grid gap-3 rounded-lg border border-line bg-warning-soft px-5 py-4 print:hidden sm:px-6"
    >
      <h2 id="delay">{DELAY.title}</h2>
      <p>{DELAY.days(formatCalendarDay(delay.wasBy), formatCalendarDay(delay.shipBy))}</p>
      {delay.words && <p className="whitespace-pre-line wrap-anywhere">{delay.words}</p>}
      <p role="status">{delay.answer === 'refund' ? DELAY.refundWanted[voice] : standing(delay)}</p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {delay.answer !== 'refund' && (
        <div className="flex flex-wrap gap-3">
          {!delay.answer && (
            <Button onClick={() => say('wait')} isBusy={isLoading}>
              {DELAY.wait}
            </Button>
          )}
          <ConfirmButton
            variant="secondary"
            sentence={DELAY.sure(number)}
            action={DELAY.refund}
            onConfirm={() => say('refund')}
            isBusy={isLoading}
          >
            {DELAY.refund}
          </ConfirmButton>
        </div>
      )}
    </section>
  )
}

function standing({ answer, answerBy }: Delay) {
  if (answer === 'wait') return DELAY.agreed
  return answerBy ? DELAY.asked(formatCalendarDay(answerBy)) : DELAY.silent
}
