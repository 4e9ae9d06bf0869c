import '#web/admin/frame/admin.css'
import { type MouseEvent, use, useEffect, useRef, useState } from 'react'
import { dayOf } from '#contract/dates.ts'
import type { Order } from '#contract/orders.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ADMIN_ORDER, CANCEL, NOTHING_TO_SHIP, ORDER_COLUMNS, ORDER_DELAY, REFUND } from '#web/texts/admin-orders.ts'
import { PACKERS } from '#web/texts/packers.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Parts } from '#web/ui/Parts.tsx'
import { AddressForm } from './AddressForm.tsx'
import { CancelForm } from './CancelForm.tsx'
import { CancelRequestPanel } from './CancelRequestPanel.tsx'
import { DelayForm, isDelayable } from './DelayForm.tsx'
import { FoldedPanel } from './FoldedPanel.tsx'
import { HandOverForm } from './HandOverForm.tsx'
import { MarkPaid } from './MarkPaid.tsx'
import { NoteForm } from './NoteForm.tsx'
import { OrderPieces } from './OrderPieces.tsx'
import { refundedWord, shipByWords, statusWords, wayOf } from './order-warnings.ts'
import { PickupForm } from './PickupForm.tsx'
import { shippedUnits, unitCount } from './parcel-content.ts'
import { RefundForm } from './RefundForm.tsx'
import { ShippingForm } from './ShippingForm.tsx'
import { Timeline } from './Timeline.tsx'

/** The admin's part of the order page: what to pack, where it goes, then all other actions as rows that open. */
export function AdminOrderSection({ order }: { order: Order }) {
  const isOwner = useIsOwner()
  return (
    <section aria-labelledby="order-desk" className="grid gap-4 sm:gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="order-desk" className="max-sm:sr-only">
          {ADMIN_ORDER.title}
        </h2>
        <Standing order={order} />
        <div className="flex flex-wrap items-center gap-x-6">
          <ButtonLink to="/admin/orderlist" variant="quiet">
            {ADMIN_ORDER.allOrders}
          </ButtonLink>
          {order.isPaid && !order.isRefunded && (
            <ButtonLink to={`/admin/packing?ids=${order._id}`} variant="quiet">
              {ADMIN_ORDER.slip}
            </ButtonLink>
          )}
        </div>
      </div>
      {order.noEmails && <p className="text-muted">{ADMIN_ORDER.noEmails}</p>}
      <Parts of={use(AdminSlotsContext).order} props={{ order }} />
      {isOwner ? <CancelRequestPanel order={order} /> : <AskOwner order={order} />}
      {/* Each column has its own rows, so that a tall panel leaves no gap beside it. */}
      <div className="grid items-start gap-4 sm:gap-6 md:grid-cols-2 2xl:grid-cols-3">
        <div className="grid gap-4 sm:gap-6">
          <Panel>
            <OrderPieces order={order} />
          </Panel>
          {mayStillShip(order) ? (
            (isOwner || order.isPaid) && (
              <Panel>
                <Delivery order={order} />
              </Panel>
            )
          ) : (
            <p className="rounded-lg border border-line bg-card px-5 py-4 text-muted sm:px-8">
              {order.totalPrice === 0 || order.canceledAt ? NOTHING_TO_SHIP.canceled : NOTHING_TO_SHIP.refunded}
            </p>
          )}
          {isOwner && !order.isPaid && order.payment === 'none' && !order.canceledAt && (
            <Panel>
              <MarkPaid order={order} />
            </Panel>
          )}
        </div>
        {(isDelayable(order) || (isOwner && order.isPaid)) && (
          <div className="grid gap-4 sm:gap-6">
            {isDelayable(order) && (
              <FoldedPanel title={ORDER_DELAY.title}>
                <DelayForm order={order} />
              </FoldedPanel>
            )}
            {isOwner &&
              order.isPaid &&
              (order.totalPrice > 0 ? (
                <FoldedPanel title={REFUND.title}>
                  <RefundForm order={order} />
                </FoldedPanel>
              ) : (
                <FoldedPanel title={CANCEL.title}>
                  <CancelForm order={order} />
                </FoldedPanel>
              ))}
          </div>
        )}
        <FoldedPanel title={ADMIN_ORDER.notesAndTimeline}>
          <div className="grid gap-6">
            <Timeline id={order._id} />
            <NoteForm id={order._id} />
          </div>
        </FoldedPanel>
      </div>
    </section>
  )
}

/** What a packer asks the owner about first. */
function AskOwner({ order: { cancelRequest, isPaid } }: { order: Order }) {
  const isAskedToCancel = cancelRequest?.state === 'open'
  if (isPaid && !isAskedToCancel) return null
  return <Alert kind="warning">{isAskedToCancel ? PACKERS.asksToCancel : PACKERS.unpaid}</Alert>
}

/** Whether it is shipped, or can be; once all of it is refunded there is nothing to do with it. */
const mayStillShip = ({ isRefunded, canceledAt }: Order) => !(isRefunded || canceledAt)

/** How the order gets to its buyer. */
function Delivery({ order }: { order: Order }) {
  const way = wayOf(order)
  if (way === 'pickup') return <PickupForm order={order} />
  return way === 'hand' ? <HandOverForm order={order} /> : <Package order={order} />
}

/** The address form takes the place of the package, whose fields keep what is typed. */
function Package({ order }: { order: Order }) {
  const isOwner = useIsOwner()
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isEditing) opener.current?.focus()
  }, [isEditing])
  const edit = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    opener.current = currentTarget
    setEditing(true)
  }
  return (
    <>
      {isEditing && <AddressForm order={order} onDone={() => setEditing(false)} />}
      <div hidden={isEditing}>
        <ShippingForm order={order} onChangeAddress={isOwner ? edit : undefined} />
      </div>
    </>
  )
}

/** Where the order stands: what has become of it, and by which day it is due. */
function Standing({ order }: { order: Order }) {
  const { timeZone } = useShop()
  const due = shipByWords(order, dayOf(new Date(), timeZone))
  const shippedItems = order.isDelivered || !order.parcels ? undefined : unitCount(shippedUnits(order))
  const items = order.orderItems.reduce((sum, { qty }) => sum + qty, 0)
  const isOver = order.isRefunded || order.canceledAt !== undefined
  return (
    <p className="flex flex-wrap items-center gap-2">
      {due && <Badge kind={due.isLate ? 'bad' : 'warning'}>{due.text}</Badge>}
      {order.canceledAt && <Badge kind="neutral">{ORDER_COLUMNS.canceled}</Badge>}
      {order.isRefunded && <Badge kind="neutral">{refundedWord(order)}</Badge>}
      {!isOver && (
        <Badge kind={order.isDelivered ? 'good' : 'neutral'}>
          {statusWords({ ...order, isCanceled: undefined, shippedItems, items }).delivered}
        </Badge>
      )}
    </p>
  )
}
