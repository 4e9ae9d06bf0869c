import { arrivalText } from '#contract/arrival-texts.ts'
import { cardText } from '#contract/cards.ts'
import { dayOf, formatCalendarDay, formatDay } from '#contract/dates.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { ABROAD, CARD } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { AddressLines } from '#web/shop/addresses/AddressLines.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { CANCEL_ORDER } from '#web/texts/cancel-order.ts'
import { ORDER_PAGE, ORDER_SUMMARY } from '#web/texts/checkout.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { OrderLines } from './OrderLines.tsx'

/**
 * Items, buyer, address, shipping and payment of an order. Under the seller's
 * desk, which has what is to be packed, items are only printed.
 */
export function OrderFacts({ order, isUnderDesk = false }: { order: Order; isUnderDesk?: boolean }) {
  const { timeZone } = useShop()
  return (
    <div className="grid content-start gap-10">
      <section className={`gap-3 ${isUnderDesk ? 'hidden print:grid' : 'grid'}`}>
        <h2>{TEXT.orderItems}</h2>
        {order.orderItems.length > 0 ? <OrderLines items={order.orderItems} /> : <p>{ORDER_PAGE.noItems}</p>}
      </section>
      <div className="grid gap-8 wrap-anywhere sm:grid-cols-2">
        <section className="grid content-start justify-items-start gap-3">
          <h2>{TEXT.shipping}</h2>
          <div>
            <p>{order.user.name}</p>
            <p className="text-muted">{order.user.email}</p>
          </div>
          <div>
            {order.shippingAddress.recipient && <p>{order.shippingAddress.recipient}</p>}
            {!(isUnderDesk && order.shipping?.pickup) && <AddressLines address={order.shippingAddress} />}
          </div>
          <Travel order={order} />
          {order.shippingAddress.countryCode && !order.shipping?.pickup && <p>{ABROAD.duties}</p>}
          <DeliveryBadge order={order} />
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
      {order.giftNote && !isUnderDesk && (
        <section className="grid gap-3">
          <h2>{ORDER_PAGE.giftNote}</h2>
          <p className="whitespace-pre-line wrap-anywhere">{order.giftNote}</p>
        </section>
      )}
    </div>
  )
}

/** Whether it is shipped, or ready for who collects it; nothing once it will not be. */
function DeliveryBadge({ order: { isDelivered, isRefunded, canceledAt, collectedAt, shipping } }: { order: Order }) {
  const [doneText, waiting] = shipping?.pickup
    ? [collectedAt ? ORDER_PAGE.collected : ORDER_PAGE.ready, ORDER_PAGE.notReady]
    : [TEXT.shippedBadge, TEXT.notShipped]
  if (isDelivered) return <Badge kind="good">{doneText}</Badge>
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
  const dayText = formatCalendarDay(day)
  return <p className="max-w-prose">{isLate ? ORDER_PAGE.late[voice](dayText) : ORDER_PAGE.shipsBy(dayText)}</p>
}
