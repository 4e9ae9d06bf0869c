import { useEffect, useRef } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { MANUAL_ORDER } from '../../../../texts/admin-manual-orders.ts'
import { Button, ButtonLink } from '../../../../ui/Button.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { ShareLink } from './ShareLink.tsx'

/** What became of the order that was added, and the way to the next one. */
export function AddedOrder({ order, onNext }: { order: Order; onNext(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-xl">
      <Panel>
        <div className="grid gap-5">
          <h2 ref={heading} tabIndex={-1}>
            {MANUAL_ORDER.done(order.number)}
          </h2>
          <p className="text-lg">
            {formatDollars(order.totalPrice)} · {paymentOf(order)}
            {order.isDelivered && `, ${MANUAL_ORDER.handedOver}`}
          </p>
          {order.isPaid && !order.isDelivered && (
            <p>{order.shipping?.pickup ? MANUAL_ORDER.toCollect : MANUAL_ORDER.toShip}</p>
          )}
          {!order.isPaid && !order.noEmails && <p>{MANUAL_ORDER.linkSent}</p>}
          {!order.isPaid && <ShareLink order={order} />}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="button" onClick={onNext}>
              {MANUAL_ORDER.another}
            </Button>
            <ButtonLink to={`/order/${order._id}`} variant="quiet">
              {MANUAL_ORDER.openOrder}
            </ButtonLink>
          </div>
        </div>
      </Panel>
    </div>
  )
}

function paymentOf({ isPaid, paidBy }: Order) {
  if (!isPaid) return MANUAL_ORDER.doneUnpaid
  return paidBy ? MANUAL_ORDER.donePaid[paidBy] : MANUAL_ORDER.nothingToPay
}
