import { type ComponentProps, useState } from 'react'
import type { ManualPayment } from '#contract/admin/orders.ts'
import { type Order, PaidBy } from '#contract/orders.ts'
import { ConfirmAction } from '#web/admin/lists/ConfirmAction.tsx'
import { MARK_SHIPPED } from '#web/texts/admin-orders.ts'
import type { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { neverShips, reasonNotToShip, shippingAction, shippingButton, shippingSentence } from './order-warnings.ts'

type Shown = Pick<
  Order,
  'number' | 'user' | 'totalPrice' | 'isPaid' | 'isDelivered' | 'isRefunded' | 'shipping' | 'delay' | 'noEmails'
> & { isCanceled?: true | undefined }
type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & {
  order: Shown
  /** Receives the manual payment when the order was not paid yet. */
  onShip(payment?: ManualPayment): void
}

/**
 * Marks an order as shipped after a confirmation; for an unpaid one it also asks how it was paid. Of a canceled or fully
 * refunded one it only says why it never ships.
 */
export function MarkShippedButton({ order, onShip, ...button }: Props) {
  const [payment, setPayment] = useState<ManualPayment>({ paidBy: 'other' })
  const isManual = !order.isPaid && order.totalPrice > 0
  return (
    <ConfirmAction
      {...button}
      reason={reasonNotToShip(order)}
      isOffered={neverShips(order) === null}
      sentence={shippingSentence(order)}
      details={isManual && <PaymentFields payment={payment} onChange={setPayment} />}
      action={shippingAction(order)}
      onConfirm={() => onShip(isManual ? payment : undefined)}
    >
      {shippingButton(order)}
    </ConfirmAction>
  )
}

type FieldsProps = { payment: ManualPayment; onChange(payment: ManualPayment): void }

/** How an order was paid without a card, and a note about it. */
export const PaymentFields = ({ payment, onChange }: FieldsProps) => (
  <div className="grid gap-4">
    <fieldset>
      <legend className="text-sm font-medium">{MARK_SHIPPED.howPaid}</legend>
      {PaidBy.options.map((paidBy) => (
        <label key={paidBy} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            checked={payment.paidBy === paidBy}
            onChange={() => onChange({ ...payment, paidBy })}
            className="size-5 shrink-0"
          />
          {MARK_SHIPPED.paidBy[paidBy]}
        </label>
      ))}
    </fieldset>
    <Field
      label={MARK_SHIPPED.note}
      hint={MARK_SHIPPED.noteHint}
      value={payment.note ?? ''}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange({ ...payment, note: target.value })}
    />
  </div>
)
