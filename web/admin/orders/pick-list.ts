import type { Parcel } from '#contract/admin/orders.ts'

/** A product to collect: how many in all, and how many for each order. */
export type Pick = {
  product: string
  name: string
  sku: string
  image: string
  qty: number
  orders: { number: number; qty: number; answers?: Parcel['items'][number]['answers'] }[]
}

/** The products to collect for the unshipped packages, by SKU. */
export function picksFor(parcels: Parcel[]): Pick[] {
  const waiting = parcels.filter(({ isDelivered }) => !isDelivered)
  const lines = waiting.flatMap(({ number, items }) => items.map((item) => ({ number, item })))
  const pieces = Map.groupBy(lines, ({ item }) => item.product)
  return [...pieces.values()].flatMap((of) => of.slice(0, 1).map(({ item }) => pickOf(item, of))).sort(bySku)
}

type Line = { number: number; item: Parcel['items'][number] }

const pickOf = ({ product, name, sku, image }: Line['item'], of: Line[]): Pick => ({
  ...{ product, name, sku, image },
  qty: of.reduce((sum, { item }) => sum + item.qty, 0),
  orders: of.map(({ number, item: { qty, answers } }) => ({ number, qty, ...(answers && { answers }) })),
})

const bySku = (a: Pick, b: Pick) => a.sku.localeCompare(b.sku, 'en', { numeric: true }) || a.name.localeCompare(b.name)
