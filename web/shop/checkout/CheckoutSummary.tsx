import { useId, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { ShipByNote } from '#web/shop/cart/ShipByNote.tsx'
import { useMethods } from '#web/shop/cart/use-methods.ts'
import { useAutomatic } from '#web/shop/coupons/use-automatic.ts'
import { OrderLines } from '#web/shop/orders/OrderLines.tsx'
import { OrderSummary } from '#web/shop/orders/OrderSummary.tsx'
import type { AddressForm, CartItem } from '#web/shop/visitor/cart.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { CHECKOUT } from '#web/texts/checkout.ts'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { Icon } from '#web/ui/Icon.tsx'

type Props = { items: CartItem[]; typed: AddressForm | undefined }

/** Items and total of the cart: a card beside the step, on a phone a bar with the total that opens. */
export function CheckoutSummary({ items, typed }: Props) {
  const storedAddress = useAppSelector(({ cart }) => cart.shippingAddress)
  const coupon = useAutomatic(items)
  const { knownRates, lines, unknown } = useMethods(items, typed ?? storedAddress, { coupon })
  const figures = { ...quote(knownRates, lines, coupon), automatic: coupon?.automatic }
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <BottomBar
      aria-label={TEXT.orderSummary}
      className="lg:sticky lg:top-24 lg:self-start lg:rounded-lg lg:border lg:border-line lg:bg-card lg:p-8 lg:shadow-sm"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-4 lg:hidden"
      >
        <span className="flex items-center gap-2 font-medium">
          {isOpen ? CHECKOUT.hideSummary : CHECKOUT.showSummary}
          <Icon name={isOpen ? 'down' : 'up'} className="size-4" />
        </span>
        <strong className="text-lg font-semibold tabular-nums">{formatDollars(figures.totalPrice)}</strong>
      </button>
      <div
        id={id}
        className={`grid gap-4 max-lg:max-h-[55dvh] max-lg:overflow-y-auto max-lg:pt-3 ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <OrderSummary figures={figures} hasDiscount={false} unknown={unknown} />
        <ShipByNote items={items} />
        <OrderLines items={items} />
      </div>
    </BottomBar>
  )
}
