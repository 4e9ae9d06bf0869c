import { Link } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InView } from '../../ui/InView.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useMoveOn } from '../accounts/arrivals.ts'
import { CartChanges } from '../cart/CartChanges.tsx'
import { CouponBox } from '../coupons/CouponBox.tsx'
import { AddressLines } from '../orders/AddressLines.tsx'
import { OrderLines } from '../orders/OrderLines.tsx'
import { OrderSummary } from '../orders/OrderSummary.tsx'
import { CheckoutPage } from './CheckoutPage.tsx'
import { usePlacing } from './placing.ts'
import { isComplete, stepMissing } from './validation.ts'

/** The last look before the order is placed. */
export default function PlaceOrderPage() {
  const missing = useAppSelector(({ cart }) => stepMissing('placeorder', cart))
  useMoveOn(missing)
  return missing ? null : <PlaceOrder />
}

function PlaceOrder() {
  const { cartItems, shippingAddress } = useAppSelector(({ cart }) => cart)
  const { figures, coupon, setCoupon, changes, dismiss, problem, setProblem, place, isPlacing } = usePlacing()
  const isEmpty = cartItems.length === 0
  return (
    <CheckoutPage title={TEXT.placeOrder} current="placeOrder" isWide>
      <div className="grid items-start gap-8 lg:grid-cols-5 lg:gap-12 xl:grid-cols-3">
        <div className="grid gap-8 lg:col-span-3 xl:col-span-2">
          <div className="grid gap-8 sm:grid-cols-2">
            <section className="grid content-start gap-3">
              <h2>{TEXT.shipping}</h2>
              {isComplete(shippingAddress) && <AddressLines address={shippingAddress} />}
              <Link to="/shipping">Change the address</Link>
            </section>
            <section className="grid content-start gap-3">
              <h2>{TEXT.paymentMethod}</h2>
              <p>{TEXT.creditCard}</p>
              <Link to="/payment">Change the method</Link>
            </section>
          </div>
          <section className="grid gap-3">
            <h2>{TEXT.orderItems}</h2>
            {isEmpty ? <EmptyCart /> : <OrderLines items={cartItems} />}
          </section>
        </div>
        <div className="grid gap-8 lg:col-span-2 xl:col-span-1">
          <Panel>
            <CouponBox
              zip={shippingAddress.postalCode ?? ''}
              {...coupon}
              onChange={(applied, refusal) => setCoupon({ applied, problem: refusal })}
            />
          </Panel>
          <OrderSummary figures={figures} hasDiscount={figures.discount > 0}>
            {/* Beside the button: on a phone the top of the page is far away. */}
            <CartChanges changes={changes} onDismiss={dismiss} />
            {problem && (
              <InView>
                <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>
              </InView>
            )}
            <Button onClick={place} isBusy={isPlacing} disabled={isEmpty}>
              {TEXT.proceedToCheckout}
            </Button>
          </OrderSummary>
        </div>
      </div>
    </CheckoutPage>
  )
}

const EmptyCart = () => (
  <EmptyState title={TEXT.cartEmpty}>
    <ButtonLink to="/shop" variant="secondary">
      {TEXT.goBack}
    </ButtonLink>
  </EmptyState>
)
