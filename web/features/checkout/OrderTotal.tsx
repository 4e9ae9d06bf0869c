import { closedButtonText } from '#contract/delivery.ts'
import { TEXT } from '#contract/texts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InView } from '../../ui/InView.tsx'
import { TotalCard } from '../../ui/TotalCard.tsx'
import { CartChanges } from '../cart/CartChanges.tsx'
import { CouponBox } from '../coupons/CouponBox.tsx'
import { OrderSummary, totalLabel } from '../orders/OrderSummary.tsx'
import { useShop } from '../shop/use-shop.ts'
import type { usePlacing } from './use-placing.ts'

/** What a buyer may want to read before placing an order. */
export const ORDER_POLICIES = ['shipping', 'returns', 'terms', 'privacy', 'withdrawal']

type Props = {
  placing: ReturnType<typeof usePlacing>
  isEmpty: boolean
  /** The form that the button sends, instead of placing the order right away. */
  form?: string
}

/** Discount code, amounts and button. Changes and errors appear above the button. */
export function OrderTotal({ placing, isEmpty, form }: Props) {
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
  const { unknown } = placing.shipping
  const closed = closedButtonText(useShop().closed)
  const proceed = (
    <Button
      form={form}
      onClick={form ? undefined : () => place()}
      isBusy={isPlacing || (placing.shipping.isLoading && !placing.shipping.query.isError)}
      disabled={isEmpty || placing.isOutOfReach || closed !== undefined}
    >
      {closed ?? TEXT.proceedToCheckout}
    </Button>
  )
  return (
    <TotalCard label={totalLabel(unknown)} total={figures.totalPrice} notices={notices} action={proceed}>
      <CouponBox coupon={coupon} saving={saving} />
      <hr className="border-line" />
      <OrderSummary figures={figures} hasDiscount={figures.discount > 0} unknown={unknown} />
    </TotalCard>
  )
}

/** In place of the items of an empty cart. */
export const EmptyCart = () => (
  <EmptyState title={useShop().cartEmpty}>
    <ButtonLink to="/shop" variant="secondary">
      {TEXT.goBack}
    </ButtonLink>
  </EmptyState>
)
