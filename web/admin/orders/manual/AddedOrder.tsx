import { useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { useShipOrderMutation } from '#web/admin/orders/adminOrdersApi.ts'
import { wayOf } from '#web/admin/orders/order-warnings.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useOrderQuery } from '#web/shop/orders/ordersApi.ts'
import { MANUAL_ORDER, MARKET } from '#web/texts/admin-manual-orders.ts'
import { MARK_SHIPPED } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useOrderLinkQuery } from './manualOrdersApi.ts'
import { QrCode } from './QrCode.tsx'
import { ShareLink } from './ShareLink.tsx'
import { UndoSale } from './UndoSale.tsx'

/** How often the screen asks whether the buyer has paid. */
const POLL_MS = 3_000

/** What became of the order that was added, and the way to the next one. */
export function AddedOrder({ order: added, onNext }: { order: Order; onNext(): void }) {
  const [isUndone, setUndone] = useState(false)
  const [isPaid, setPaid] = useState(added.isPaid)
  const { data: order = added } = useOrderQuery(added._id, {
    skip: added.isPaid || isUndone,
    pollingInterval: isPaid ? 0 : POLL_MS,
    refetchOnMountOrArgChange: true,
  })
  useEffect(() => setPaid(order.isPaid), [order.isPaid])
  if (isUndone) return <UndoneOrder order={added} onNext={onNext} />
  return <Added order={order} onNext={onNext} onUndone={() => setUndone(true)} />
}

type AddedProps = { order: Order; onNext(): void; onUndone(): void }

function Added({ order, onNext, onUndone }: AddedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-3xl">
      <Panel>
        <div className="grid gap-3">
          <h2 ref={heading} tabIndex={-1}>
            {MANUAL_ORDER.done(order.number)}
          </h2>
          <p className="text-lg" role="status">
            {formatDollars(order.totalPrice)} · {paymentOf(order)}
            {order.isDelivered && `, ${MANUAL_ORDER.handedOver}`}
          </p>
          {order.isPaid && !order.isDelivered && (
            <p>
              {isForHand(order)
                ? MARKET.toHandOver
                : order.shipping?.pickup
                  ? MANUAL_ORDER.toCollect
                  : MANUAL_ORDER.toShip}
            </p>
          )}
          {!order.isPaid && !order.noEmails && <p>{MANUAL_ORDER.linkSent}</p>}
          {!order.isPaid && <PaymentCode order={order} />}
          {!order.isPaid && <ShareLink order={order} />}
          {isForHand(order) && order.isPaid && !order.isDelivered && <HandOver id={order._id} />}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="button" onClick={onNext}>
              {MANUAL_ORDER.another}
            </Button>
            {!isPaidByCard(order) && <UndoSale id={order._id} onUndone={onUndone} />}
            <ButtonLink to={`/order/${order._id}`} variant="quiet">
              {MANUAL_ORDER.openOrder}
            </ButtonLink>
          </div>
        </div>
      </Panel>
    </div>
  )
}

/** What the buyer scans to pay. */
function PaymentCode({ order: { _id } }: { order: Order }) {
  const { data } = useOrderLinkQuery(_id)
  if (!data) return null
  return (
    <div className="grid gap-2">
      <QrCode url={data.url} label={MARKET.qr} />
      <p className="text-sm text-muted">{MARKET.qrHint}</p>
    </div>
  )
}

/** Whether the buyer stands there: nothing is shipped or collected later. */
const isForHand = (order: Order) => wayOf(order) === 'hand'

function HandOver({ id }: { id: string }) {
  const [handOver, { isLoading, error, reset }] = useShipOrderMutation()
  return (
    <div className="grid justify-items-start gap-3">
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <Button type="button" onClick={() => handOver({ id })} isBusy={isLoading}>
        {MARK_SHIPPED.handOver}
      </Button>
    </div>
  )
}

function UndoneOrder({ order, onNext }: { order: Order; onNext(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-3xl">
      <Panel>
        <div className="grid justify-items-start gap-3">
          <h2 ref={heading} tabIndex={-1}>
            {MARKET.undone(order.number)}
          </h2>
          <p>{order.isPaid && order.paidBy !== 'gift' ? MARKET.undoneHint : MARKET.unpaidUndoneHint}</p>
          <Button type="button" onClick={onNext}>
            {MANUAL_ORDER.another}
          </Button>
        </div>
      </Panel>
    </div>
  )
}

const isPaidByCard = ({ isPaid, paidBy, totalPrice }: Order) => isPaid && !paidBy && totalPrice > 0

function paymentOf(order: Order) {
  const { isPaid, paidBy } = order
  if (!isPaid) return MANUAL_ORDER.doneUnpaid
  if (isPaidByCard(order)) return MARKET.paidByCard
  return paidBy ? MANUAL_ORDER.donePaid[paidBy] : MANUAL_ORDER.nothingToPay
}
