import { formatDollars } from '#contract/money.ts'
import { quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { closedButtonText } from '#contract/time-off.ts'
import { useAutomatic } from '#web/shop/coupons/use-automatic.ts'
import { Figure, Total } from '#web/shop/orders/Figures.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import type { CartItem } from '#web/shop/visitor/cart.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { ExpressPlace } from '#web/shop/wallet-place/ExpressPlace.tsx'
import { CART } from '#web/texts/checkout.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TotalCard } from '#web/ui/TotalCard.tsx'
import { useItemProducts } from './item-products.ts'
import { ShipByNote } from './ShipByNote.tsx'
import { useMethods } from './use-methods.ts'

/** Subtotal, shipping and tax notes, and the checkout button. */
export function CartTotal({ items }: { items: CartItem[] }) {
  const shop = useShop()
  const coupon = useAutomatic(items)
  const { rates, knownRates, lines, unknown } = useMethods(
    items,
    useAppSelector(({ cart }) => cart.shippingAddress),
    { coupon },
  )
  const products = useItemProducts(items)
  // The pieces of a drop need a place in its line.
  const hasExpress = Array.isArray(products) && products.every(({ drop }) => !drop)
  const { itemsPrice, shippingPrice, taxPrice, totalPrice } = quote({ ...rates, tax: knownRates.tax }, lines, coupon)
  const count = items.reduce((sum, item) => sum + item.qty, 0)
  const subtotal = (
    <h2 className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>{CART.subtotal(count)}</span>
      <span className="tabular-nums">{formatDollars(itemsPrice)}</span>
    </h2>
  )
  if (count === 0)
    return (
      <Panel>
        <div className="grid gap-5">
          {subtotal}
          <Button disabled>{TEXT.proceedToCheckout}</Button>
        </div>
      </Panel>
    )
  const closedText = closedButtonText(shop.closed)
  const proceed = closedText ? (
    <Button disabled>{closedText}</Button>
  ) : (
    <ButtonLink to="/login?redirect=shipping">{TEXT.proceedToCheckout}</ButtonLink>
  )
  return (
    <TotalCard label={CART.estimatedTotal} total={totalPrice} action={proceed}>
      {subtotal}
      <dl className="grid gap-3 tabular-nums">
        {coupon?.automatic && <Figure label={coupon.automatic.name} cents={-coupon.automatic.amount} />}
        <Figure label={CART.shipping} cents={shippingPrice} />
        <Figure label={CART.estimatedTax} cents={unknown.tax ? CART.atCheckout : taxPrice} />
        <Total label={CART.estimatedTotal} cents={totalPrice} />
      </dl>
      <div className="grid gap-2 text-sm text-muted">
        <ShipByNote items={items} hasArrival />
        <p>{CART.discountCode}</p>
        <p>{CART.gift}</p>
      </div>
      {hasExpress && !closedText && <ExpressPlace items={items} />}
    </TotalCard>
  )
}
