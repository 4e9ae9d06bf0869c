import { useState } from 'react'
import { CARRIERS, type Carrier } from '#contract/carriers.ts'
import type { ManualPayment } from '#contract/desk.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { useShipOrderMutation } from './deskApi.ts'
import { MarkShippedButton } from './MarkShippedButton.tsx'
import { reasonNotToShip } from './reasons.ts'

/** How the parcel travels, and that it does. Once it is on its way, its tracking can still be corrected. */
export function ShippingForm({ order }: { order: Order }) {
  const [carrier, setCarrier] = useState<Carrier | null>(order.carrier)
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '')
  const [ship, { isLoading, isSuccess, error, reset }] = useShipOrderMutation()
  const save = (payment?: ManualPayment) =>
    ship({ id: order._id, shipment: { carrier, trackingNumber: trackingNumber.trim(), ...payment } })
  return (
    <form action={() => void (order.isDelivered && save())} aria-labelledby="parcel" className="grid gap-4">
      <h3 id="parcel" className="text-lg">
        Parcel
      </h3>
      <SelectField
        label="Carrier"
        value={carrier ?? ''}
        onChange={({ target }) => setCarrier(CARRIERS.find((one) => one === target.value) ?? null)}
      >
        <option value="">Not said</option>
        {CARRIERS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      <Field
        label="Tracking number"
        hint={
          order.isDelivered
            ? 'Shown on the buyer’s order page.'
            : 'In the message to the buyer, and on their order page.'
        }
        value={trackingNumber}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setTrackingNumber(target.value)}
      />
      {error && <Alert>{messageOf(error)}</Alert>}
      {isSuccess && (
        <Alert kind="success" onDismiss={reset}>
          Saved. This order is on its way.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {order.isDelivered && (
          <Button type="submit" isBusy={isLoading}>
            Save Tracking
          </Button>
        )}
        <MarkShippedButton
          variant={order.isDelivered ? 'quiet' : reasonNotToShip(order) ? 'secondary' : 'primary'}
          order={order}
          onShip={(payment) => void (order.isDelivered ? ship({ id: order._id }) : save(payment))}
          isBusy={isLoading}
        />
      </div>
    </form>
  )
}
