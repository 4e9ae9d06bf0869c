import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { CANCEL, REFUND } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { useRefundOrderMutation } from './adminOrdersApi.ts'

/** Cancels a free order: there is no money to refund, only stock to return. */
export function CancelForm({ order }: { order: Order }) {
  return (
    <section aria-labelledby="cancel" className="grid content-start gap-4">
      <h3 id="cancel" className="sr-only">
        {CANCEL.title}
      </h3>
      {order.isRefunded ? (
        <p className="text-muted">
          {CANCEL.canceled} {order.isRestocked ? CANCEL.restocked : CANCEL.notRestocked}
        </p>
      ) : (
        <Cancellation order={order} />
      )}
    </section>
  )
}

function Cancellation({ order: { _id: id, number, user } }: { order: Order }) {
  const [restock, setRestock] = useState(true)
  const [cancel, { isLoading, error, reset }] = useRefundOrderMutation()
  const stock = restock ? REFUND.restocks : REFUND.doesNotRestock
  return (
    <>
      <p className="text-muted">{CANCEL.free(user.name)}</p>
      <CheckField label={REFUND.restock} checked={restock} onChange={({ target }) => setRestock(target.checked)} />
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="secondary"
        className="justify-self-start"
        sentence={`${CANCEL.sentence(number)} ${stock}`}
        action={CANCEL.button}
        onConfirm={() => cancel({ id, restock })}
        isBusy={isLoading}
      >
        {CANCEL.button}
      </ConfirmButton>
    </>
  )
}
