// What of a product is bought by an id of its own: the product itself, or each of its choices.
import type { MakeDays, Product } from '#contract/products.ts'
import type { ShopInfo } from '#contract/shop-info.ts'

export type Offer = {
  _id: string
  sku: string
  /** Its value on each axis of the product; none without choices. */
  values: string[]
  /** In cents, as `wasPrice`. */
  price: number
  wasPrice?: number | undefined
  qty: number
  /** The path of its photo; null for those of the product. */
  photo: string | null
  makeDays?: MakeDays | undefined
  /** The path of its page, as structured data has it. */
  path: string
}

export function offersOf({ _id, sku, slug, price, wasPrice, qty, makeDays, choices }: Product): Offer[] {
  const path = `/products/${slug}`
  if (!choices) return [{ _id, sku, values: [], price, wasPrice, qty, photo: null, makeDays, path }]
  return choices.map((choice) => ({ makeDays, ...choice, path: `${path}?choice=${choice.slug}` }))
}

/** Whether it can be bought now: it is in stock, and the shop takes orders. */
export const isBuyable = ({ qty }: Pick<Offer, 'qty'>, { closed }: Pick<ShopInfo, 'closed'>) =>
  qty > 0 && closed?.orders !== 'stop'
