import { useState } from 'react'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { isPlaced } from '#web/shop/addresses/validation.ts'
import { ShipByNote } from '#web/shop/cart/ShipByNote.tsx'
import { OrderLines } from '#web/shop/orders/OrderLines.tsx'
import { PolicyLinks } from '#web/shop/text-pages/PolicyLinks.tsx'
import { paymentMethodSaved } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { AddressForm } from './AddressForm.tsx'
import { CheckoutOptions } from './CheckoutOptions.tsx'
import { CheckoutPage } from './CheckoutPage.tsx'
import { GiftFields } from './GiftFields.tsx'
import { EmptyCart, ORDER_POLICIES, OrderTotal } from './OrderTotal.tsx'
import { ShippingMethods } from './ShippingMethods.tsx'
import { useFirstAddress } from './use-first-address.ts'
import { usePlacing } from './use-placing.ts'

const FORM = 'address-form'

/** The checkout of a guest on one page: address, items and total; its button places the order. */
export function GuestCheckout() {
  const dispatch = useAppDispatch()
  const items = useAppSelector(({ cart }) => cart.cartItems)
  const [typedAddress, setTypedAddress] = useState(useFirstAddress())
  const placing = usePlacing(typedAddress)
  const place = (address: ShippingAddress) => {
    // The one method there is.
    dispatch(paymentMethodSaved(PAYMENT_METHOD))
    placing.place(address)
  }
  const isEmpty = items.length === 0
  return (
    <CheckoutPage title={TEXT.shipping} current="shipping" width="wide">
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-5 lg:gap-12 xl:grid-cols-3">
        <div className="grid content-start gap-8 lg:col-span-3 xl:col-span-2">
          <div className="grid gap-6">
            <AddressForm id={FORM} onTyped={setTypedAddress} onAddress={place} />
          </div>
          {!isEmpty && isPlaced(typedAddress) && (
            // The form says where nothing is shipped.
            <ShippingMethods shipping={{ ...placing.shipping, noShipping: undefined }} />
          )}
          <section className="grid gap-3">
            <h2>{TEXT.orderItems}</h2>
            {isEmpty ? <EmptyCart /> : <OrderLines items={items} />}
            {!placing.shipping.chosen?.pickup && <ShipByNote items={items} />}
          </section>
          <GiftFields {...placing.gift} />
          <CheckoutOptions onChange={placing.add} />
          <PolicyLinks slugs={ORDER_POLICIES} />
        </div>
        <div className="max-lg:contents lg:col-span-2 xl:col-span-1">
          <OrderTotal placing={placing} isEmpty={isEmpty} form={FORM} />
        </div>
      </div>
    </CheckoutPage>
  )
}
