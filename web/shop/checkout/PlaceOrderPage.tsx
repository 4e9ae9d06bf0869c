import { HOME } from '#contract/addresses.ts'
import { ABROAD } from '#contract/messages.ts'
import { TEXT } from '#contract/texts.ts'
import { useNavigateWhen } from '#web/shop/accounts/sign-in-redirect.ts'
import { AddressLines } from '#web/shop/addresses/AddressLines.tsx'
import { countryOf, isComplete, missingStep } from '#web/shop/addresses/validation.ts'
import { ShipByNote } from '#web/shop/cart/ShipByNote.tsx'
import { OrderLines } from '#web/shop/orders/OrderLines.tsx'
import { PolicyLinks } from '#web/shop/text-pages/PolicyLinks.tsx'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { PLACE_ORDER } from '#web/texts/checkout.ts'
import { Link } from '#web/ui/Link.tsx'
import { CheckoutOptions } from './CheckoutOptions.tsx'
import { CheckoutPage } from './CheckoutPage.tsx'
import { GiftFields } from './GiftFields.tsx'
import { EmptyCart, ORDER_POLICIES, OrderTotal } from './OrderTotal.tsx'
import { ShippingMethods } from './ShippingMethods.tsx'
import { usePlacing } from './use-placing.ts'

/** The last step: a review of the order, and the button that places it. */
export function PlaceOrderPage() {
  const missing = useAppSelector(({ cart }) => missingStep('placeorder', cart))
  useNavigateWhen(missing)
  return missing ? null : <PlaceOrder />
}

function PlaceOrder() {
  const { cartItems, shippingAddress } = useAppSelector(({ cart }) => cart)
  const placing = usePlacing(shippingAddress)
  return (
    <CheckoutPage title={TEXT.placeOrder} current="placeOrder" width="wide">
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-5 lg:gap-12 xl:grid-cols-3">
        <div className="grid content-start gap-8 lg:col-span-3 xl:col-span-2">
          <div className="grid gap-8 wrap-anywhere sm:grid-cols-2">
            <section className="grid content-start gap-3">
              <h2>{TEXT.shipping}</h2>
              {isComplete(shippingAddress) && (
                <div>
                  {shippingAddress.recipient && <p>{shippingAddress.recipient}</p>}
                  <AddressLines address={shippingAddress} />
                </div>
              )}
              {countryOf(shippingAddress) !== HOME && !placing.shipping.chosen?.pickup && <p>{ABROAD.duties}</p>}
              {!placing.shipping.chosen?.pickup && <ShipByNote items={cartItems} />}
              <Link to="/shipping">{PLACE_ORDER.editAddress}</Link>
            </section>
            <section className="grid content-start gap-3">
              <h2>{TEXT.paymentMethod}</h2>
              <p>{TEXT.creditCard}</p>
              <Link to="/payment">{PLACE_ORDER.editPayment}</Link>
            </section>
          </div>
          {cartItems.length > 0 && <ShippingMethods shipping={placing.shipping} />}
          <section className="grid gap-3">
            <h2>{TEXT.orderItems}</h2>
            {cartItems.length === 0 ? <EmptyCart /> : <OrderLines items={cartItems} />}
          </section>
          <GiftFields {...placing.gift} />
          <CheckoutOptions onChange={placing.add} />
          <PolicyLinks slugs={ORDER_POLICIES} />
        </div>
        <div className="max-lg:contents lg:col-span-2 xl:col-span-1">
          <OrderTotal placing={placing} isEmpty={cartItems.length === 0} />
        </div>
      </div>
    </CheckoutPage>
  )
}
