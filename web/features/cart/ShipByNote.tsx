import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import { closedText, shippingTime } from '#contract/delivery.ts'
import { shipByDay } from '#contract/ship-by.ts'
import { CART } from '../../texts/checkout.ts'
import { useShop } from '../shop/use-shop.ts'
import type { CartItem } from './cart.ts'
import { useItemProducts } from './item-products.ts'

const LOOK = 'text-sm text-muted'

type Props = { items: readonly CartItem[] }

/** By which day these items ship if they are ordered today; nothing without a promise, or while the shop takes no orders. */
export function ShipByNote({ items }: Props) {
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
      {day && CART.shipsBy(formatCalendarDay(day))}
    </p>
  )
}
