import { useState } from 'react'
import { formatDollars, toCents, toDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { CheckField, Field } from '../../../ui/Field.tsx'
import { useRefundOrderMutation } from './deskApi.ts'

/** Gives money of a paid order back: all that is left of it, or a part. */
export function RefundForm({ order }: { order: Order }) {
  const left = order.totalPrice - order.refunded
  return (
    <section aria-labelledby="refund" className="grid content-start gap-4">
      <h3 id="refund" className="text-lg">
        Refund
      </h3>
      {order.refunded > 0 && <p role="status">{formatDollars(order.refunded)} given back, or on the way back.</p>}
      {left > 0 ? <Amount order={order} left={left} /> : <NothingLeft order={order} />}
    </section>
  )
}

/** All money is back. The pieces may not be: a refund made in the dashboard of the card service does not move them. */
function NothingLeft({ order: { _id: id, number, isRestocked } }: { order: Order }) {
  const [refund, { isLoading, error }] = useRefundOrderMutation()
  return (
    <>
      <p className="text-muted">
        Nothing is left of this payment.{isRestocked && ' Its pieces are put back on the shelf.'}
      </p>
      {error && <Alert>{messageOf(error)}</Alert>}
      {!isRestocked && (
        <ConfirmButton
          variant="secondary"
          className="justify-self-start"
          sentence={`The pieces of order ${number} go back on the shelf and can be sold again. No money moves.`}
          action="Put back"
          onConfirm={() => refund({ id, restock: true })}
          isBusy={isLoading}
        >
          Put the pieces back on the shelf
        </ConfirmButton>
      )}
    </>
  )
}

function Amount({ order, left }: { order: Order; left: number }) {
  const [text, setText] = useState(toDollars(left).toFixed(2))
  const [known, setKnown] = useState(left)
  // Another amount is left: that is what one would give back next.
  if (known !== left) {
    setKnown(left)
    setText(toDollars(left).toFixed(2))
  }
  const [wantsRestock, setWantsRestock] = useState(false)
  const [refund, { isLoading, error }] = useRefundOrderMutation()
  const amount = /^\d{1,6}(\.\d{0,2})?$/.test(text.trim()) ? toCents(Number(text)) : 0
  const isRight = amount > 0 && amount <= left
  const isAll = amount === left
  const restock = isAll && wantsRestock
  const shelf = restock ? 'The pieces go back on the shelf.' : 'The pieces do not go back on the shelf.'
  return (
    <div className="grid gap-4">
      <Field
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={isRight ? undefined : `An amount from $0.01 to ${formatDollars(left)}.`}
        onChange={({ target }) => setText(target.value)}
      />
      <CheckField
        label="Put the pieces back on the shelf"
        hint={isAll ? undefined : 'Only together with all that is left of the payment.'}
        checked={restock}
        disabled={!isAll}
        onChange={({ target }) => setWantsRestock(target.checked)}
      />
      {error && <Alert>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="secondary"
        className="justify-self-start"
        sentence={`${backTo(order, amount)} ${shelf}`}
        action={`Refund ${formatDollars(amount)}`}
        onConfirm={() => refund({ id: order._id, amount, restock })}
        disabled={!isRight}
        isBusy={isLoading}
      >
        Refund {isRight && formatDollars(amount)}
      </ConfirmButton>
    </div>
  )
}

const backTo = ({ number, paidBy, user }: Order, amount: number) =>
  paidBy
    ? `It is noted that you gave ${formatDollars(amount)} of order ${number} back to ${user.name}. No card is involved.`
    : `${formatDollars(amount)} of order ${number} go back to the card of ${user.name}.`
