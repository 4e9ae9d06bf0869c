import { formatDollars } from '#contract/money.ts'
import { quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useShop } from '../shop/shopApi.ts'
import type { CartItem } from './cartSlice.ts'

/** The subtotal and the way to the checkout. */
export function CartTotal({ items }: { items: CartItem[] }) {
  const { itemsPrice, shippingPrice } = quote(useShop(), items)
  const count = items.reduce((sum, item) => sum + item.qty, 0)
  return (
    <Panel>
      <div className="grid gap-5">
        <h2 className="flex items-baseline justify-between gap-4">
          <span>
            Subtotal ({count} {count === 1 ? 'item' : 'items'})
          </span>
          <span className="tabular-nums">{formatDollars(itemsPrice)}</span>
        </h2>
        <p className="text-sm text-muted">{additions(count, shippingPrice)}</p>
        {count === 0 ? (
          <Button disabled>{TEXT.proceedToCheckout}</Button>
        ) : (
          <ButtonLink to="/login?redirect=shipping">{TEXT.proceedToCheckout}</ButtonLink>
        )}
      </div>
    </Panel>
  )
}

function additions(count: number, shipping: number) {
  if (count === 0) return 'Shipping and tax are added at the checkout.'
  if (shipping === 0) return 'Shipping is free. Tax is added at the checkout.'
  return `Shipping of ${formatDollars(shipping)} and tax are added at the checkout.`
}
