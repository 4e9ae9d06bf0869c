import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { RobotBox } from '#web/shop/accounts/RobotBox.tsx'
import { PaymentForm } from '#web/shop/payments/PaymentForm.tsx'
import { ORDER_PAYMENT } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { InView } from '#web/ui/InView.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PAY_HASH } from './ordersApi.ts'
import type { usePaying } from './use-paying.ts'

type Props = { order: Order; paying: ReturnType<typeof usePaying> }

/** The payment form of an unpaid order; while a payment has no known outcome, only a notice about it. */
export function OrderPayment({ order, paying }: Props) {
  const isProcessing = order.payment === 'processing'
  const place = useRef<HTMLDivElement>(null)
  // A link to the form, which is there only once the order has been checked.
  useEffect(() => {
    if (window.location.hash === PAY_HASH) place.current?.scrollIntoView()
  }, [])
  return (
    <div ref={place} className="scroll-mt-20">
      <Panel>
        <div className="grid gap-5">
          {paying.problem && (
            <InView key={paying.problem}>
              <Alert onDismiss={paying.dismiss}>
                <p>{paying.problem}</p>
                {paying.isCleared && <p>{ORDER_PAYMENT.nothingTaken}</p>}
              </Alert>
            </InView>
          )}
          {isProcessing && (
            <Alert kind="info">
              <strong>{ORDER_PAYMENT.processing}</strong> {ORDER_PAYMENT.updatesItself}
            </Alert>
          )}
          {/* The form stays mounted while hidden, so that its values are still there if the payment fails. */}
          <div hidden={isProcessing} className="grid gap-5">
            <RobotBox robot={paying.robot} error={undefined} />
            <WayToPay order={order} paying={paying} isShown={!isProcessing} />
          </div>
        </div>
      </Panel>
    </div>
  )
}

function WayToPay({ order, paying, isShown }: Props & { isShown: boolean }) {
  if (order.orderItems.length === 0)
    return (
      <div className="grid gap-5">
        <p>{ORDER_PAYMENT.noItems}</p>
        <ButtonLink to="/shop">{ORDER_PAYMENT.backToShop}</ButtonLink>
      </div>
    )
  if (order.totalPrice === 0)
    return (
      <div className="grid gap-5">
        <p>{ORDER_PAYMENT.nothingToPay}</p>
        <Button onClick={paying.complete} isBusy={paying.isBusy}>
          {ORDER_PAYMENT.complete}
        </Button>
      </div>
    )
  return <PaymentForm order={order} isBusy={paying.isBusy} isShown={isShown} onSource={paying.pay} />
}
