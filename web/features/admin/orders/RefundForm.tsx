import { useState } from 'react'
import { parseCents } from '#contract/amounts.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '../../../api-failure.ts'
import { REFUND } from '../../../texts/admin-orders.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { CheckField, Field } from '../../../ui/Field.tsx'
import { useRefundOrderMutation } from './adminOrdersApi.ts'

/** Refunds a paid order, in full or in part. */
export function RefundForm({ order }: { order: Order }) {
  const left = order.totalPrice - order.refunded
  return (
    <section aria-labelledby="refund" className="grid content-start gap-4">
      <h3 id="refund" className="text-lg">
        {REFUND.title}
      </h3>
      {order.refunded > 0 && <p role="status">{REFUND.refunded(order.refunded)}</p>}
      {left > 0 ? <Amount order={order} left={left} /> : <NothingLeft order={order} />}
    </section>
  )
}

/**
 * All money is refunded. The items may not be back in stock: a refund made in the card service's dashboard does not
 * move them.
 */
function NothingLeft({ order: { _id: id, number, isRestocked } }: { order: Order }) {
  const [refund, { isLoading, error }] = useRefundOrderMutation()
  return (
    <>
      <p className="text-muted">
        {REFUND.all} {isRestocked && REFUND.restocked}
      </p>
      {error && <Alert>{messageOf(error)}</Alert>}
      {!isRestocked && (
        <ConfirmButton
          variant="secondary"
          className="justify-self-start"
          sentence={REFUND.restockOnly(number)}
          action={REFUND.restockAction}
          onConfirm={() => refund({ id, restock: true })}
          isBusy={isLoading}
        >
          {REFUND.restock}
        </ConfirmButton>
      )}
    </>
  )
}

function Amount({ order, left }: { order: Order; left: number }) {
  const [text, setText] = useState(formatDecimal(left))
  const [known, setKnown] = useState(left)
  // The remaining amount has changed, and becomes the next proposal.
  if (known !== left) {
    setKnown(left)
    setText(formatDecimal(left))
  }
  const [wantsRestock, setWantsRestock] = useState(false)
  const [refund, { isLoading, error }] = useRefundOrderMutation()
  const amount = parseCents(text) ?? 0
  const isRight = amount > 0 && amount <= left
  const isAll = amount === left
  const restock = isAll && wantsRestock
  const stock = restock ? REFUND.restocks : REFUND.doesNotRestock
  return (
    <div className="grid gap-4">
      <Field
        label={REFUND.amount}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={isRight ? undefined : REFUND.amountWrong(left)}
        onChange={({ target }) => setText(target.value)}
      />
      <CheckField
        label={REFUND.restock}
        hint={isAll ? undefined : REFUND.onlyAll}
        checked={restock}
        disabled={!isAll}
        onChange={({ target }) => setWantsRestock(target.checked)}
      />
      {error && <Alert>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="secondary"
        className="justify-self-start"
        sentence={`${backTo(order, amount)} ${stock}`}
        action={REFUND.buttonOf(amount)}
        onConfirm={() => refund({ id: order._id, amount, restock })}
        disabled={!isRight}
        isBusy={isLoading}
      >
        {isRight ? REFUND.buttonOf(amount) : REFUND.button}
      </ConfirmButton>
    </div>
  )
}

const backTo = ({ paidBy, user }: Order, amount: number) =>
  paidBy ? REFUND.byHand(amount, user.name) : REFUND.toCard(amount, user.name)
