import type { Order } from '#contract/orders.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { InView } from '../../ui/InView.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PaymentForm } from '../payments/PaymentForm.tsx'
import type { usePaying } from './paying.ts'

type Props = { order: Order; paying: ReturnType<typeof usePaying> }

/** How to pay an unpaid order; while a payment is in doubt, only that. */
export function OrderPayment({ order, paying }: Props) {
  const isProcessing = order.payment === 'processing'
  return (
    <Panel>
      <div className="grid gap-5">
        {paying.problem && (
          <InView key={paying.problem}>
            <Alert onDismiss={paying.dismiss}>
              <p>{paying.problem}</p>
              {paying.isCleared && <p>We have checked: nothing was taken, and you can pay again.</p>}
            </Alert>
          </InView>
        )}
        {isProcessing && (
          <Alert kind="info">
            <strong>Your payment is processing.</strong> This page shows by itself how it went.
          </Alert>
        )}
        {/* Kept while hidden, so that what was typed is still there should the payment fail. */}
        <div hidden={isProcessing}>
          <WayToPay order={order} paying={paying} isShown={!isProcessing} />
        </div>
      </div>
    </Panel>
  )
}

function WayToPay({ order, paying, isShown }: Props & { isShown: boolean }) {
  if (order.orderItems.length === 0)
    return (
      <div className="grid gap-5">
        <p>This order has no items left, so there is nothing to pay.</p>
        <ButtonLink to="/shop">Back to the shop</ButtonLink>
      </div>
    )
  if (order.totalPrice === 0)
    return (
      <div className="grid gap-5">
        <p>There is nothing left to pay. One press completes your order.</p>
        <Button onClick={paying.complete} isBusy={paying.isBusy}>
          Complete Order
        </Button>
      </div>
    )
  return <PaymentForm order={order} isBusy={paying.isBusy} isShown={isShown} onSource={paying.pay} />
}
