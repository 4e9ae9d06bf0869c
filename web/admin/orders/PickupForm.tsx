import { type ReactNode, useState } from 'react'
import type { ManualPayment } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { PICKUP, UNDO } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import {
  useMarkCollectedMutation,
  useShipOrderMutation,
  useTakeBackCollectedMutation,
  useTakeBackReadyMutation,
} from './adminOrdersApi.ts'
import { MarkShippedButton } from './MarkShippedButton.tsx'
import { buyerOf, getsEmails, neverShips } from './order-warnings.ts'
import { UndoNotice } from './UndoNotice.tsx'

/** What becomes of an order that its buyer collects: it is ready, then collected. Each can be taken back. */
export function PickupForm({ order }: { order: Order }) {
  const { _id: id, isDelivered, collectedAt, isPaid } = order
  const [ready, readying] = useShipOrderMutation()
  const [collect, collecting] = useMarkCollectedMutation()
  const [uncollect, uncollecting] = useTakeBackCollectedMutation()
  const [unready] = useTakeBackReadyMutation()
  const [isTold, setTold] = useState(false)
  const buyer = buyerOf(order)
  const markReady = async (payment?: ManualPayment) => {
    const { error } = await ready({ id, ...(payment && { shipment: payment }) })
    setTold(!error)
  }
  const failed = [readying, collecting, uncollecting].find(({ error }) => error)
  return (
    <section aria-labelledby="pickup" className="grid gap-4">
      <h3 id="pickup" className="text-lg">
        {PICKUP.title}
      </h3>
      <p className="wrap-anywhere">
        {collectedAt ? PICKUP.isCollected(buyer) : isDelivered ? PICKUP.isReady(buyer) : PICKUP.lead(buyer)}
      </p>
      {failed && <Alert onDismiss={failed.reset}>{messageOf(failed.error)}</Alert>}
      {isTold && isDelivered && !collectedAt && (
        <UndoNotice
          waiting={getsEmails(order) ? UNDO.readyWaits(buyer) : UNDO.readySilently}
          done={getsEmails(order) ? UNDO.readyTold(buyer) : UNDO.readySilently}
          undo={async () => {
            const answer = await unready(id)
            if (!answer.error) setTold(false)
            return answer
          }}
          onDismiss={() => setTold(false)}
        />
      )}
      <Actions>
        {!isDelivered && (
          <MarkShippedButton order={order} onShip={(payment) => void markReady(payment)} isBusy={readying.isLoading} />
        )}
        {collectedAt ? (
          <Button variant="quiet" onClick={() => void uncollect(id)} isBusy={uncollecting.isLoading}>
            {PICKUP.uncollect}
          </Button>
        ) : (
          isPaid &&
          !neverShips(order) && (
            <ConfirmButton
              variant={isDelivered ? 'primary' : 'quiet'}
              sentence={PICKUP.collectSentence(order.number, buyer)}
              action={PICKUP.collect}
              onConfirm={() => void collect(id)}
              isBusy={collecting.isLoading}
            >
              {PICKUP.collect}
            </ConfirmButton>
          )
        )}
      </Actions>
    </section>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3 empty:hidden">{children}</div>
)
