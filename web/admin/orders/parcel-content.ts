import type { Order } from '#contract/orders.ts'

type Shippable = Pick<Order, 'orderItems' | 'parcels'>

/** Units of each line of an order, by its number. */
export type Units = ReadonlyMap<number, number>

/** The units of an order that are in parcels. */
export const shippedUnits = ({ parcels = [] }: Pick<Shippable, 'parcels'>): Units =>
  parcels
    .flatMap(({ items }) => items)
    .reduce((units, { line, qty }) => units.set(line, (units.get(line) ?? 0) + qty), new Map<number, number>())

/** The units of an order that are still to be shipped: in no parcel yet, and not refunded. Lines without any are left out. */
export function unitsToShip({ orderItems, parcels }: Shippable): Units {
  const shipped = shippedUnits({ parcels })
  return new Map(
    orderItems.flatMap(({ line, qty, refunded = 0 }) => {
      const left = qty - Math.max(shipped.get(line) ?? 0, refunded)
      return left > 0 ? [[line, left] as const] : []
    }),
  )
}

/** How many units there are in all. */
export const unitCount = (units: Units) => [...units.values()].reduce((sum, qty) => sum + qty, 0)

/** The chosen units as a call takes them; undefined when all that is left is chosen. */
export function contentOf(chosen: Units, left: Units) {
  if ([...left].every(([line, qty]) => chosen.get(line) === qty)) return undefined
  return [...chosen].flatMap(([line, qty]) => (qty > 0 ? [{ line, qty }] : []))
}
