import { useId, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { CHECKOUT } from '../../texts/checkout.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { AddressForm, CartItem } from '../cart/cart.ts'
import { ShipByNote } from '../cart/ShipByNote.tsx'
import { OrderLines } from '../orders/OrderLines.tsx'
import { OrderSummary } from '../orders/OrderSummary.tsx'
import { useMethods } from './use-methods.ts'

type Props = { items: CartItem[]; typed: AddressForm | undefined }

/** Items and total of the cart: a card beside the step, on a phone a bar with the total that opens. */
export function CheckoutSummary({ items, typed }: Props) {
  const stored = useAppSelector(({ cart }) => cart.shippingAddress)
  const { knownRates, lines, unknown } = useMethods(items, typed ?? stored)
  const figures = quote(knownRates, lines)
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
