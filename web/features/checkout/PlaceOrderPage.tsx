import { closedButtonText } from '#contract/delivery.ts'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { PLACE_ORDER } from '../../texts/checkout.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InView } from '../../ui/InView.tsx'
import { Link } from '../../ui/Link.tsx'
import { TotalCard } from '../../ui/TotalCard.tsx'
import { useNavigateWhen } from '../accounts/sign-in-redirect.ts'
import { CartChanges } from '../cart/CartChanges.tsx'
import { ShipByNote } from '../cart/ShipByNote.tsx'
import { CouponBox } from '../coupons/CouponBox.tsx'
import { AddressLines } from '../orders/AddressLines.tsx'
import { OrderLines } from '../orders/OrderLines.tsx'
import { OrderSummary } from '../orders/OrderSummary.tsx'
import { useShop } from '../shop/use-shop.ts'
import { PolicyLinks } from '../text-pages/PolicyLinks.tsx'
import { CheckoutPage } from './CheckoutPage.tsx'
import { GiftFields } from './GiftFields.tsx'
import { ShippingMethods } from './ShippingMethods.tsx'
import { usePlacing } from './use-placing.ts'
import { isComplete, missingStep } from './validation.ts'

/** The last step: a review of the order, and the button that places it. */
export default function PlaceOrderPage() {
  const missing = useAppSelector(({ cart }) => missingStep('placeorder', cart))
  useNavigateWhen(missing)
  return missing ? null : <PlaceOrder />
}

function PlaceOrder() {
  const { cartItems, shippingAddress } = useAppSelector(({ cart }) => cart)
  const placing = usePlacing()
  return (
    <CheckoutPage title={TEXT.placeOrder} current="placeOrder" width="wide">
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-5 lg:gap-12 xl:grid-cols-3">
        <div className="grid content-start gap-8 lg:col-span-3 xl:col-span-2">
          <div className="grid gap-8 sm:grid-cols-2">
            <section className="grid content-start gap-3">
              <h2>{TEXT.shipping}</h2>
              {isComplete(shippingAddress) && (
                <div>
                  {shippingAddress.recipient && <p>{shippingAddress.recipient}</p>}
                  <AddressLines address={shippingAddress} />
                </div>
              )}
              <div className="text-sm text-muted">
                <ShipByNote items={cartItems} />
              </div>
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
          <PolicyLinks slugs={POLICIES} />
        </div>
        <div className="max-lg:contents lg:col-span-2 xl:col-span-1">
          <OrderTotal placing={placing} isEmpty={cartItems.length === 0} />
        </div>
      </div>
    </CheckoutPage>
  )
}

type Props = { placing: ReturnType<typeof usePlacing>; isEmpty: boolean }

/** Discount code, amounts and button. Changes and errors appear above the button. */
function OrderTotal({ placing, isEmpty }: Props) {
  const { figures, coupon, saving, changes, sold, dismiss, load, problem, setProblem, place, isPlacing } = placing
  const notices = (changes.length > 0 || load.error || problem) && (
    <>
      <CartChanges changes={changes} sold={sold} load={load} onDismiss={dismiss} />
      {problem && (
        <InView>
          <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>
        </InView>
      )}
    </>
  )
  const closed = closedButtonText(useShop().closed)
  const proceed = (
    <Button onClick={place} isBusy={isPlacing} disabled={isEmpty || placing.isOutOfReach || closed !== undefined}>
      {closed ?? TEXT.proceedToCheckout}
    </Button>
  )
  return (
    <TotalCard label={PLACE_ORDER.total} total={figures.totalPrice} notices={notices} action={proceed}>
      <CouponBox coupon={coupon} saving={saving} />
      <hr className="border-line" />
      <OrderSummary figures={figures} hasDiscount={figures.discount > 0} />
    </TotalCard>
  )
}

/** What a buyer may want to read before placing an order. */
const POLICIES = ['shipping', 'returns', 'terms', 'privacy', 'withdrawal']

const EmptyCart = () => (
  <EmptyState title={useShop().cartEmpty}>
    <ButtonLink to="/shop" variant="secondary">
      {TEXT.goBack}
    </ButtonLink>
  </EmptyState>
)
