import { MOST_OF_LINE } from '#contract/line-limits.ts'
import type { CartedProduct } from '#web/shop/slots/checkout-parts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TURN } from './texts.ts'

/** Says above the cart of which drops it has more pieces than an order can have. */
export function OnePieceNotice({ items }: { items: readonly CartedProduct[] }) {
  const qtyByDrop = new Map<string, number>()
  const names = new Map<string, string>()
  for (const { product, qty } of items) {
    if (!product.drop) continue
    const { _id, name } = product.drop
    names.set(_id, name)
    qtyByDrop.set(_id, (qtyByDrop.get(_id) ?? 0) + qty)
  }
  return [...names].map(
    ([id, name]) =>
      (qtyByDrop.get(id) ?? 0) > MOST_OF_LINE && (
        <Alert key={id} kind="warning">
          {TURN.onePiece(name)}
        </Alert>
      ),
  )
}
