import { TEXT } from '#contract/texts.ts'
import { closedButtonText } from '#contract/time-off.ts'
import { CartChanges } from '#web/shop/cart/CartChanges.tsx'
import { CouponBox } from '#web/shop/coupons/CouponBox.tsx'
import { OrderSummary, totalLabel } from '#web/shop/orders/OrderSummary.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { CHECKOUT } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { InView } from '#web/ui/InView.tsx'
import { TotalCard } from '#web/ui/TotalCard.tsx'
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
  const { figures, automatic, coupon, saving, changes, sold, dismiss, load, problem, setProblem, place, isPlacing } =
    placing
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
  const closedText = closedButtonText(useShop().closed)
  const proceed = (
    <Button
      form={form}
      onClick={form ? undefined : () => place()}
      isBusy={isPlacing || (placing.shipping.isLoading && !placing.shipping.query.isError)}
      disabled={isEmpty || placing.isOutOfReach || closedText !== undefined}
    >
      {closedText ?? (form ? CHECKOUT.toPayment : TEXT.proceedToCheckout)}
    </Button>
  )
  return (
    <TotalCard label={totalLabel(unknown)} total={figures.totalPrice} notices={notices} action={proceed}>
      <CouponBox coupon={coupon} saving={saving} />
      <hr className="border-line" />
      <OrderSummary
        figures={{ ...figures, automatic }}
        hasDiscount={figures.discount > (automatic?.amount ?? 0)}
        unknown={unknown}
      />
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
