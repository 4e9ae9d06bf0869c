import { useState } from 'react'
import { CANCEL_WORDS_MAX } from '#contract/cancel-words.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { CANCEL_REQUEST } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { useDeclineCancellationMutation, useRefundOrderMutation } from './adminOrdersApi.ts'

/** The request of a buyer to cancel a paid order, with both answers; nothing once it is answered. */
export function CancelRequestPanel({ order }: { order: Order }) {
  const { _id: id, number, user, cancelRequest } = order
  const [refund, refunding] = useRefundOrderMutation()
  const [isDeclining, setDeclining] = useState(false)
  if (cancelRequest?.state !== 'open') return null
  const left = order.totalPrice - order.refunded
  const [action, sentence] =
    left > 0
      ? [CANCEL_REQUEST.refund(left), CANCEL_REQUEST.refundSentence(number, left, user.name)]
      : [CANCEL_REQUEST.cancel, CANCEL_REQUEST.cancelSentence(number, user.name)]
  return (
    <Panel>
      <section aria-labelledby="cancel-request" className="grid gap-4">
        <h3 id="cancel-request" className="text-lg">
          {CANCEL_REQUEST.title(user.name)}
        </h3>
        <p className="whitespace-pre-line wrap-anywhere">{cancelRequest.reason || CANCEL_REQUEST.noReason}</p>
        {refunding.error && <Alert onDismiss={refunding.reset}>{messageOf(refunding.error)}</Alert>}
        {isDeclining ? (
          <DeclineForm id={id} onBack={() => setDeclining(false)} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <ConfirmButton
              sentence={sentence}
              action={action}
              onConfirm={() => refund({ id, restock: true })}
              isBusy={refunding.isLoading}
            >
              {action}
            </ConfirmButton>
            <Button variant="secondary" onClick={() => setDeclining(true)}>
              {CANCEL_REQUEST.decline}
            </Button>
          </div>
        )}
      </section>
    </Panel>
  )
}

function DeclineForm({ id, onBack }: { id: string; onBack(): void }) {
  const [answer, setAnswer] = useState('')
  const [decline, { isLoading, error, reset }] = useDeclineCancellationMutation()
  return (
    <form action={() => void decline({ id, answer })} className="grid gap-4">
      <TextAreaField
        label={CANCEL_REQUEST.answer}
        hint={CANCEL_REQUEST.answerHint}
        value={answer}
        maxLength={CANCEL_WORDS_MAX}
        autoFocus
        className="min-h-24"
        onChange={({ target }) => setAnswer(target.value)}
      />
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" disabled={!answer.trim()} isBusy={isLoading}>
          {CANCEL_REQUEST.sendDecline}
        </Button>
        <Button type="button" variant="quiet" onClick={onBack}>
          {CANCEL_REQUEST.back}
        </Button>
      </div>
    </form>
  )
}
