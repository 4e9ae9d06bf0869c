import { type ComponentProps, useRef, useState } from 'react'
import type { ManualPayment } from '#contract/admin/orders.ts'
import { CARRIERS, type Carrier } from '#contract/carriers.ts'
import type { Order } from '#contract/orders.ts'
import { carrierOf, TRACKING_NUMBER_MAX } from '#contract/tracking-numbers.ts'
import { messageOf } from '../../../api-failure.ts'
import { PACKAGE, SCAN } from '../../../texts/admin-orders.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { Link } from '../../../ui/Link.tsx'
import { useOrdersQuery, useShipOrderMutation } from './adminOrdersApi.ts'
import { MarkShippedButton } from './MarkShippedButton.tsx'
import { reasonNotToShip } from './order-warnings.ts'
import { ShipTo } from './ShipTo.tsx'
import { ScanButton } from './scan/ScanButton.tsx'

type Props = { order: Order; onChangeAddress: ComponentProps<typeof Button>['onClick'] }

/** Carrier and tracking number, and the button that marks the order as shipped. Both can be corrected later. */
export function ShippingForm({ order, onChangeAddress }: Props) {
  const [chosen, setChosen] = useState<Carrier | null | undefined>(order.carrier ?? undefined)
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '')
  const [scanned, setScanned] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The number tells the carrier until the seller chooses one.
  const carrier = chosen === undefined ? carrierOf(trackingNumber) : chosen
  const [ship, { isLoading, isSuccess, error, reset }] = useShipOrderMutation()
  const scan = (number: string) => {
    setTrackingNumber(number)
    setChosen(undefined)
    setScanned(number)
  }
  const save = (payment?: ManualPayment) =>
    ship({ id: order._id, shipment: { carrier, trackingNumber: trackingNumber.trim(), ...payment } })
  return (
    <form action={() => void (order.isDelivered && save())} aria-labelledby="parcel" className="grid gap-4">
      <h3 id="parcel" className="text-lg">
        {PACKAGE.title}
      </h3>
      <ShipTo order={order}>
        {!order.isDelivered && (
          <Button type="button" variant="quiet" onClick={onChangeAddress}>
            {PACKAGE.changeAddress}
          </Button>
        )}
      </ShipTo>
      <div className="relative">
        <Field
          ref={field}
          label={PACKAGE.trackingNumber}
          hint={order.isDelivered ? PACKAGE.shippedHint : PACKAGE.hint}
          value={trackingNumber}
          maxLength={TRACKING_NUMBER_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setTrackingNumber(target.value)}
        />
        {/* On the line of the label, and after the field for the keyboard. */}
        <ScanButton className="absolute -top-3 right-0" onScan={scan} onType={() => field.current?.focus()} />
      </div>
      <p role="status" className="-mt-2 text-sm text-good empty:sr-only">
        {scanned === trackingNumber && SCAN.scanned(scanned, carrier)}
      </p>
      <SelectField
        label={PACKAGE.carrier}
        value={carrier ?? ''}
        onChange={({ target }) => setChosen(CARRIERS.find((one) => one === target.value) ?? null)}
      >
        <option value="">{PACKAGE.none}</option>
        {CARRIERS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {isSuccess && (
        <Alert kind="success" onDismiss={reset}>
          <p>{PACKAGE.saved}</p>
          <NextToShip after={order._id} />
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {order.isDelivered && (
          <Button type="submit" isBusy={isLoading}>
            {PACKAGE.saveTracking}
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

/** The link to the order that ships next, for a pile of parcels; nothing when none is left. */
function NextToShip({ after }: { after: string }) {
  const { data } = useOrdersQuery('delivery=waiting', { refetchOnMountOrArgChange: true })
  const next = data?.orders.find(({ _id }) => _id !== after)
  return next && <Link to={`/order/${next._id}`}>{PACKAGE.next(next.number)}</Link>
}
