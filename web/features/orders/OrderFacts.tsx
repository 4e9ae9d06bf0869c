import { arrivalText } from '#contract/arrival-texts.ts'
import { cardText } from '#contract/cards.ts'
import { trackingUrl } from '#contract/carriers.ts'
import { dayOf, formatCalendarDay, formatDay } from '#contract/dates.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { ABROAD, CARD } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { CANCEL_ORDER } from '../../texts/cancel-order.ts'
import { ORDER_PAGE, ORDER_SUMMARY } from '../../texts/checkout.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useShop } from '../shop/use-shop.ts'
import { AddressLines } from './AddressLines.tsx'
import { OrderLines } from './OrderLines.tsx'

/** Buyer, address, payment, shipping and items of an order. */
export function OrderFacts({ order }: { order: Order }) {
  const { timeZone } = useShop()
  return (
    <div className="grid content-start gap-10 lg:col-span-3 lg:col-start-1 lg:row-start-1">
      <div className="grid gap-8 wrap-anywhere sm:grid-cols-2">
        <section className="grid content-start justify-items-start gap-3">
          <h2>{TEXT.shipping}</h2>
          <div>
            <p>{order.user.name}</p>
            <p className="text-muted">{order.user.email}</p>
          </div>
          <div>
            {order.shippingAddress.recipient && <p>{order.shippingAddress.recipient}</p>}
            <AddressLines address={order.shippingAddress} />
          </div>
          <Travel order={order} />
          {order.shippingAddress.countryCode && !order.shipping?.pickup && <p>{ABROAD.duties}</p>}
          <DeliveryBadge order={order} />
          {order.isDelivered && <Tracking {...order} />}
          {order.shipBy && !order.shipping?.pickup && !order.isDelivered && !order.isRefunded && (
            <ShipBy day={order.shipBy} />
          )}
        </section>
        <section className="grid content-start justify-items-start gap-3">
          <h2>{TEXT.paymentMethod}</h2>
          <div>
            <p>{methodOf(order)}</p>
            {order.card && <p className="text-muted">{CARD.paidWith(cardText(order.card))}</p>}
          </div>
          {order.canceledAt ? (
            <Badge kind="neutral">{CANCEL_ORDER.canceled}</Badge>
          ) : (
            <Badge kind={order.isPaid ? 'good' : 'bad'}>
              {order.isPaid ? `${TEXT.paidOn} ${formatDay(order.paidAt ?? '', timeZone)}` : TEXT.notPaid}
            </Badge>
          )}
          {order.isRefunded && (
            <Badge kind="neutral">{order.totalPrice > 0 ? ORDER_SUMMARY.refunded : CANCEL_ORDER.canceled}</Badge>
          )}
          {order.isDemo && <Badge kind="warning">{ORDER_PAGE.demoPayment}</Badge>}
        </section>
      </div>
      {order.giftNote && (
        <section className="grid gap-3">
          <h2>{ORDER_PAGE.giftNote}</h2>
          <p className="whitespace-pre-line wrap-anywhere">{order.giftNote}</p>
        </section>
      )}
      <section className="grid gap-3">
        <h2>{TEXT.orderItems}</h2>
        {order.orderItems.length > 0 ? <OrderLines items={order.orderItems} /> : <p>{ORDER_PAGE.noItems}</p>}
      </section>
    </div>
  )
}

/** Whether it is shipped, or ready for who collects it; nothing once it will not be. */
function DeliveryBadge({ order: { isDelivered, isRefunded, canceledAt, shipping } }: { order: Order }) {
  const [done, waiting] = shipping?.pickup
    ? [ORDER_PAGE.ready, ORDER_PAGE.notReady]
    : [TEXT.shippedBadge, TEXT.notShipped]
  if (isDelivered) return <Badge kind="good">{done}</Badge>
  return isRefunded || canceledAt ? null : <Badge kind="neutral">{waiting}</Badge>
}

const methodOf = ({ paidBy, paymentMethod }: Order) => {
  if (paidBy) return ORDER_PAGE.paidWithoutCard[paidBy]
  return paymentMethod === PAYMENT_METHOD ? TEXT.creditCard : paymentMethod
}

/** How an order travels and when it arrives, or where and when it can be collected. */
function Travel({ order: { shipping, arrives, isDelivered, isRefunded } }: { order: Order }) {
  if (!shipping || isRefunded) return null
  const { name, pickup } = shipping
  return (
    <div>
      <p>{name}</p>
      {pickup && <p className="text-muted">{pickup.address}</p>}
      {pickup?.hours && <p className="text-muted">{pickup.hours}</p>}
      {arrives && !(pickup && isDelivered) && (
        <p className="text-muted">{arrivalText(arrives, pickup !== undefined)}</p>
      )}
    </div>
  )
}

/** By which day an order ships that has not shipped. */
function ShipBy({ day }: { day: string }) {
  const { timeZone, voice } = useShop()
  const isLate = day < dayOf(new Date(), timeZone)
  const shown = formatCalendarDay(day)
  return <p className="max-w-prose">{isLate ? ORDER_PAGE.late[voice](shown) : ORDER_PAGE.shipsBy(shown)}</p>
}

/** Carrier and tracking link of a package. */
function Tracking({ carrier, trackingNumber }: Pick<Order, 'carrier' | 'trackingNumber'>) {
  const url = trackingUrl(carrier, trackingNumber)
  if (!carrier && !trackingNumber) return null
  return (
    <p>
      {carrier} {url ? <a href={url}>{trackingNumber}</a> : trackingNumber}
    </p>
  )
}
