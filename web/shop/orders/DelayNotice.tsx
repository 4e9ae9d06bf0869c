import { formatCalendarDay } from '#contract/dates.ts'
import type { Delay, DelayAnswer } from '#contract/delays.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { DELAY } from '#web/texts/delays.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { useAnswerDelayMutation } from './delaysApi.ts'

/** Tells the buyer of an order that waits that it ships later, and takes the answer. */
export function DelayNotice({ order }: { order: Order }) {
  const { _id: id, number, delay, isDelivered, isRefunded } = order
  const { voice } = useShop()
  const [answer, { isLoading, error, reset }] = useAnswerDelayMutation()
  if (!delay || isDelivered || isRefunded) return null
  const say = (choice: DelayAnswer) => void answer({ id, answer: choice })
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
