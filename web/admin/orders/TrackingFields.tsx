import { useRef, useState } from 'react'
import { CARRIERS, type Carrier } from '#contract/carriers.ts'
import type { Order } from '#contract/orders.ts'
import { carrierOf, TRACKING_NUMBER_MAX } from '#contract/tracking-numbers.ts'
import { PACKAGE, SCAN } from '#web/texts/admin-orders.ts'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { ScanButton } from './scan/ScanButton.tsx'

/** The carrier and the number that the fields of a parcel show at first, and those that are entered by now. */
export function useTracking(shown: Pick<Order, 'carrier' | 'trackingNumber'>) {
  const [chosen, setChosen] = useState<Carrier | null | undefined>(shown.carrier ?? undefined)
  const [trackingNumber, setTrackingNumber] = useState(shown.trackingNumber ?? '')
  // The number tells the carrier until the seller chooses one.
  const carrier = chosen === undefined ? carrierOf(trackingNumber) : chosen
  return {
    tracking: { carrier, trackingNumber: trackingNumber.trim() },
    fields: { carrier, trackingNumber, setChosen, setTrackingNumber },
  }
}

type Props = ReturnType<typeof useTracking>['fields'] & { hint: string }

/** Tracking number, typed or scanned, and carrier of a parcel. */
export function TrackingFields({ hint, carrier, trackingNumber, setChosen, setTrackingNumber }: Props) {
  const [scanned, setScanned] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const scan = (number: string) => {
    setTrackingNumber(number)
    setChosen(undefined)
    setScanned(number)
  }
  return (
    <>
      <div className="relative">
        <Field
          ref={field}
          label={PACKAGE.trackingNumber}
          hint={hint}
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
    </>
  )
}
