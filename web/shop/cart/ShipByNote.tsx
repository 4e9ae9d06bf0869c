import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import { shippingTime } from '#contract/delivery.ts'
import { shipByDay } from '#contract/ship-by.ts'
import { closedText } from '#contract/time-off.ts'
import { arrivalSentence } from '#web/shop/catalog/arrival.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import type { CartItem } from '#web/shop/visitor/cart.ts'
import { CART } from '#web/texts/checkout.ts'
import { useItemProducts } from './item-products.ts'

const LOOK = 'text-sm text-muted'

type Props = {
  items: readonly CartItem[]
  /** Before there is an address, whose ways to ship say it: also when they arrive. */
  hasArrival?: boolean
}

/** By which day these items ship if they are ordered today; nothing without a promise, or while the shop takes no orders. */
export function ShipByNote({ items, hasArrival }: Props) {
  const shop = useShop()
  const products = useItemProducts(items)
  const { closed, timeZone } = shop
  if (closed?.orders === 'stop' || items.length === 0) return null
  // An empty line keeps the place until the days are known.
  if (!products) return <p className={LOOK}>{'\u00A0'}</p>
  if (products === 'unknown') return <p className={LOOK}>{shippingTime(shop)}</p>
  const makeDays = products.map((product) => product.makeDays?.max ?? null)
  const day = shipByDay(shop, dayOf(new Date(), timeZone), makeDays)
  if (!closed && !day) return null
  return (
    <p className={LOOK}>
      {closed && `${closedText(closed)} `}
      {day && CART.shipsBy(formatCalendarDay(day))} {hasArrival && arrivalSentence(shop, makeDays)}
    </p>
  )
}
