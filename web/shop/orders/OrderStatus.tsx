import { daysText } from '#contract/arrival-texts.ts'
import { trackingUrl } from '#contract/carriers.ts'
import { formatCalendarDay, formatDay } from '#contract/dates.ts'
import { itemName } from '#contract/order-items.ts'
import type { Order, OrderParcel } from '#contract/orders.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ORDER_STATUS } from '#web/texts/checkout.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Steps } from '#web/ui/Steps.tsx'

/** Where a paid order is, with the days of its steps and the carriers' pages, which alone stay once it is refunded. */
export default function OrderStatus({ order }: { order: Order }) {
  const { timeZone } = useShop()
  const { isDelivered, isRefunded, collectedAt, carrier, trackingNumber, shipping, parcels = [] } = order
  const hasParcels = parcels.length > 1 || (parcels.length > 0 && !isDelivered)
  const isTracked = hasParcels || (isDelivered && Boolean(carrier || trackingNumber))
  if (isRefunded && !isTracked) return null
  const dayIn = (moment: string | null | undefined) => (moment ? formatDay(moment, timeZone) : undefined)
  const before = [
    { label: ORDER_STATUS.ordered, note: dayIn(order.createdAt) },
    { label: ORDER_STATUS.paid, note: dayIn(order.paidAt) },
    { label: ORDER_STATUS.making },
  ]
  const handedOver = dayIn(order.shippedAt) ?? (order.shipBy && ORDER_STATUS.by(formatCalendarDay(order.shipBy)))
  const after = shipping?.pickup
    ? [
        { label: ORDER_STATUS.ready, note: handedOver },
        { label: ORDER_STATUS.collected, note: dayIn(collectedAt) },
      ]
    : [
        { label: ORDER_STATUS.shipped, note: handedOver },
        { label: ORDER_STATUS.arrives, note: arrivalOf(order) },
      ]
  const steps = [...before, ...after]
  const done = collectedAt ? 2 : isDelivered ? 1 : -1
  return (
    <section aria-label={ORDER_STATUS.title} className={isTracked ? undefined : 'print:hidden'}>
      <Panel>
        <div className="grid gap-6">
          {!isRefunded && (
            <div className="print:hidden">
              <Steps steps={steps} at={before.length + done} />
            </div>
          )}
          {hasParcels ? <Parcels order={order} parcels={parcels} /> : isTracked && <Tracking {...order} />}
        </div>
      </Panel>
    </section>
  )
}

/** The parcels of an order that travels in several: what is in each, and its tracking. */
const Parcels = ({ order: { orderItems, isDelivered }, parcels }: { order: Order; parcels: OrderParcel[] }) => (
  <div className="grid gap-4">
    {!isDelivered && <p className="text-center">{ORDER_STATUS.partShipped}</p>}
    <ul className="grid gap-4">
      {parcels.map(({ _id, items, ...tracking }, index) => (
        <li key={_id} className="grid gap-2 rounded-md bg-sand px-4 py-3 text-center wrap-anywhere">
          <p>
            <strong className="font-semibold">{ORDER_STATUS.parcel(index + 1)}</strong>{' '}
            {items
              .flatMap(({ line, qty }) => {
                const item = orderItems.find((one) => one.line === line)
                return item ? `${qty} × ${itemName(item)}` : []
              })
              .join(', ')}
          </p>
          <Tracking {...tracking} />
        </li>
      ))}
    </ul>
  </div>
)

/** When it arrives, as promised. Of a parcel that can be followed, the carrier knows better. */
function arrivalOf({ arrives, isDelivered, carrier, trackingNumber }: Order) {
  if (arrives) return daysText(arrives)
  return isDelivered && trackingUrl(carrier, trackingNumber) ? ORDER_STATUS.askCarrier : undefined
}

/** The carrier's page of a package, or what is known of it. */
function Tracking({ carrier, trackingNumber }: Pick<Order, 'carrier' | 'trackingNumber'>) {
  const url = trackingUrl(carrier, trackingNumber)
  if (!carrier && !trackingNumber) return null
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      {url && <ButtonLink to={url}>{ORDER_STATUS.track}</ButtonLink>}
      <span className="wrap-anywhere text-muted">{ORDER_STATUS.trackingNumber(carrier, trackingNumber ?? '')}</span>
    </div>
  )
}
