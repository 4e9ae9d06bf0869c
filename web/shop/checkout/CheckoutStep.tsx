import type { ComponentProps } from 'react'
import type { AddressForm } from '#web/shop/visitor/cart.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { CheckoutPage } from './CheckoutPage.tsx'
import { CheckoutSummary } from './CheckoutSummary.tsx'

type Props = Omit<ComponentProps<typeof CheckoutPage>, 'width'> & {
  /** The address as it is typed, when that is newer than the one of the cart. */
  address?: AddressForm
}

/** A step of the checkout with the summary of the cart beside it. */
export function CheckoutStep({ children, address, ...page }: Props) {
  const items = useAppSelector(({ cart }) => cart.cartItems)
  if (items.length === 0)
    return (
      <CheckoutPage {...page} width="narrow">
        {children}
      </CheckoutPage>
    )
  return (
    <CheckoutPage {...page} width="beside">
      <div className="lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-12">
        <div className="grid content-start gap-6 max-lg:pb-8">{children}</div>
        <CheckoutSummary items={items} typed={address} />
      </div>
    </CheckoutPage>
  )
}
