import { reachesEu } from '#contract/european-union.ts'
import type { Product } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { EXEMPT_NOTICE } from './texts.ts'

/** Says of a piece with questions, before it is ordered, that its answers exempt it from withdrawal. */
export function ExemptNotice({ product: { asks = [] } }: { product: Product }) {
  const { countries = [] } = useShop().shipping ?? {}
  if (asks.length === 0 || !reachesEu(countries)) return null
  return <p className="text-sm text-muted">{EXEMPT_NOTICE}</p>
}
