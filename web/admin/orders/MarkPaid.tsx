import { useState } from 'react'
import type { ManualPayment } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { MARK_PAID } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { useMarkPaidMutation } from './adminOrdersApi.ts'
import { PaymentFields } from './MarkShippedButton.tsx'
import { ShareLink } from './manual/ShareLink.tsx'

/** Marks an unpaid order as paid without a card. */
export function MarkPaid({ order }: { order: Order }) {
  const { _id: id, number, totalPrice } = order
  const [payment, setPayment] = useState<ManualPayment>({ paidBy: 'cash' })
  const [markPaid, { isLoading, error, reset }] = useMarkPaidMutation()
  return (
    <section aria-labelledby="mark-paid" className="grid content-start gap-4">
      <h3 id="mark-paid" className="text-lg">
        {MARK_PAID.title}
      </h3>
      <p className="text-muted">{MARK_PAID.hint}</p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="secondary"
        className="justify-self-start"
        sentence={MARK_PAID.sentence(number, totalPrice, order.noEmails ?? false)}
        details={totalPrice > 0 && <PaymentFields payment={payment} onChange={setPayment} />}
        action={MARK_PAID.button}
        onConfirm={() => markPaid({ id, payment })}
        isBusy={isLoading}
      >
        {MARK_PAID.button}
      </ConfirmButton>
      {order.user.isGuest && <ShareLink order={order} />}
    </section>
  )
}
