import { useEffect, useState } from 'react'
import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import { closedText, shippingTime } from '#contract/delivery.ts'
import { shipByDay } from '#contract/ship-by.ts'
import { useAppDispatch } from '../../store.ts'
import { CART } from '../../texts/checkout.ts'
import { catalogApi } from '../catalog/catalogApi.ts'
import { useShop } from '../shop/use-shop.ts'
import type { CartItem } from './cart.ts'

type Props = { items: readonly CartItem[] }

/** By which day these items ship if they are ordered today; nothing while the shop takes no orders. */
export function ShipByNote({ items }: Props) {
  const shop = useShop()
  const makeDays = useMakeDays(items)
  const { closed, timeZone } = shop
  if (closed?.orders === 'stop' || items.length === 0) return null
  // An empty line keeps the place until the days are known.
  if (!makeDays) return <p>&nbsp;</p>
  if (makeDays === 'unknown') return <p>{shippingTime(shop)}</p>
  const day = formatCalendarDay(shipByDay(shop, dayOf(new Date(), timeZone), makeDays))
  return (
    <p>
      {closed && `${closedText(closed)} `}
      {CART.shipsBy(day)}
    </p>
  )
}

type MakeDays = (number | null)[]

/**
 * The most business days that each of the items takes to make, null for one that is ready. Undefined while they load,
 * `unknown` when they cannot be loaded.
 */
function useMakeDays(items: Props['items']) {
  const dispatch = useAppDispatch()
  const keys = [...new Set(items.map(({ product }) => product))].join()
  const [found, setFound] = useState<{ keys: string; days: MakeDays | 'unknown' }>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const products = await Promise.all(
        keys.split(',').map((key) => dispatch(catalogApi.endpoints.product.initiate(key, { subscribe: false }))),
      )
      const days = products.map(({ data }) => data && (data.makeDays?.max ?? null))
      const isKnown = days.every((most) => most !== undefined)
      if (isCurrent) setFound({ keys, days: isKnown ? days : 'unknown' })
    }
    if (keys) void load()
    return () => {
      isCurrent = false
    }
  }, [keys, dispatch])
  return found?.keys === keys ? found.days : undefined
}
