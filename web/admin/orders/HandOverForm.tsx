import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { HAND_OVER } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { useShipOrderMutation } from './adminOrdersApi.ts'
import { MarkShippedButton } from './MarkShippedButton.tsx'
import { buyerOf } from './order-warnings.ts'

/** What becomes of an order that the seller hands over herself: it has no parcel, and nobody is mailed. */
export function HandOverForm({ order }: { order: Order }) {
  const { _id: id, isDelivered } = order
  const [handOver, { isLoading, error, reset }] = useShipOrderMutation()
  const buyer = buyerOf(order)
  return (
    <section aria-labelledby="hand-over" className="grid justify-items-start gap-4">
      <h3 id="hand-over" className="text-lg">
        {HAND_OVER.title}
      </h3>
      <p className="wrap-anywhere">{isDelivered ? HAND_OVER.isDone(buyer) : HAND_OVER.lead(buyer)}</p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {!isDelivered && (
        <MarkShippedButton
          order={order}
          onShip={(payment) => void handOver({ id, ...(payment && { shipment: payment }) })}
          isBusy={isLoading}
        />
      )}
    </section>
  )
}
