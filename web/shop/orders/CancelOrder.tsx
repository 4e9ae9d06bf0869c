import { useState } from 'react'
import { CANCEL_WORDS_MAX } from '#contract/cancel-words.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { forgetUnpaidOrder } from '#web/shop/visitor/unpaid-orders.ts'
import { CANCEL_ORDER } from '#web/texts/cancel-order.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { useCancelOrderMutation, useRequestCancellationMutation } from './ordersApi.ts'

/** How its buyer cancels an order: at once while it is unpaid, by asking the seller until it ships. */
export function CancelOrder({ order }: { order: Order }) {
  const { isPaid, isDelivered, isRefunded, payment, canceledAt, cancelRequest } = order
  if (cancelRequest) return <CancelRequestState {...cancelRequest} />
  if (canceledAt || isDelivered || isRefunded || payment === 'processing') return null
  return <div className="print:hidden">{isPaid ? <Ask order={order} /> : <CancelUnpaid order={order} />}</div>
}

function CancelUnpaid({ order: { _id, number } }: { order: Order }) {
  const [cancel, { isLoading, error, reset }] = useCancelOrderMutation()
  const confirm = async () => {
    const { error: failure } = await cancel(_id)
    if (!failure) forgetUnpaidOrder(_id)
  }
  return (
    <div className="grid justify-items-start gap-3">
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="quiet"
        sentence={CANCEL_ORDER.sentence(number)}
        action={CANCEL_ORDER.button}
        keep={CANCEL_ORDER.keep}
        onConfirm={confirm}
        isBusy={isLoading}
      >
        {CANCEL_ORDER.button}
      </ConfirmButton>
    </div>
  )
}

function Ask({ order: { _id: id } }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [ask, { isLoading, error, reset }] = useRequestCancellationMutation()
  const send = () => {
    setMissing(!reason.trim())
    if (reason.trim()) void ask({ id, reason })
  }
  if (!isOpen)
    return (
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="text-muted">{CANCEL_ORDER.asking}</p>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {CANCEL_ORDER.ask}
        </Button>
      </div>
    )
  return (
    <form action={send} className="grid max-w-xl gap-4">
      <TextAreaField
        label={CANCEL_ORDER.reason}
        {...(isMissing && { error: CANCEL_ORDER.reasonMissing })}
        value={reason}
        maxLength={CANCEL_WORDS_MAX}
        className="min-h-24"
        onChange={({ target }) => setReason(target.value)}
      />
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isBusy={isLoading}>
          {CANCEL_ORDER.send}
        </Button>
        <Button type="button" variant="quiet" onClick={() => setOpen(false)}>
          {CANCEL_ORDER.keep}
        </Button>
      </div>
    </form>
  )
}

const CancelRequestState = ({ state, answer }: NonNullable<Order['cancelRequest']>) => (
  <Alert kind={state === 'accepted' ? 'success' : 'info'}>
    <p>{CANCEL_ORDER.states[state]}</p>
    {answer && <p className="whitespace-pre-line wrap-anywhere">{answer}</p>}
  </Alert>
)
