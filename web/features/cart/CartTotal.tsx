import { closedButtonText } from '#contract/delivery.ts'
import { formatDollars } from '#contract/money.ts'
import { quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { CART } from '../../texts/checkout.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TotalCard } from '../../ui/TotalCard.tsx'
import { useMethods } from '../checkout/use-methods.ts'
import { Figure, Total } from '../orders/Figures.tsx'
import { useShop } from '../shop/use-shop.ts'
import type { CartItem } from './cart.ts'
import { ShipByNote } from './ShipByNote.tsx'

/** Subtotal, shipping and tax notes, and the checkout button. */
export function CartTotal({ items }: { items: CartItem[] }) {
  const shop = useShop()
  const { rates, knownRates, lines, unknown } = useMethods(
    items,
    useAppSelector(({ cart }) => cart.shippingAddress),
  )
  const { itemsPrice, shippingPrice, taxPrice, totalPrice } = quote({ ...rates, tax: knownRates.tax }, lines)
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
  const closed = closedButtonText(shop.closed)
  const proceed = closed ? (
    <Button disabled>{closed}</Button>
  ) : (
    <ButtonLink to="/login?redirect=shipping">{TEXT.proceedToCheckout}</ButtonLink>
  )
  return (
    <TotalCard label={CART.estimatedTotal} total={totalPrice} action={proceed}>
      {subtotal}
      <dl className="grid gap-3 tabular-nums">
        <Figure label={CART.shipping} cents={shippingPrice} />
        <Figure label={CART.estimatedTax} cents={unknown.tax ? CART.atCheckout : taxPrice} />
        <Total label={CART.estimatedTotal} cents={totalPrice} />
      </dl>
      <div className="grid gap-2 text-sm text-muted">
        <ShipByNote items={items} />
        <p>{CART.discountCode}</p>
        <p>{CART.gift}</p>
      </div>
    </TotalCard>
  )
}
