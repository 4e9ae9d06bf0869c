import { useEffect, useRef, useState } from 'react'
import { trackingUrl } from '#contract/carriers.ts'
import { formatDay } from '#contract/dates.ts'
import { itemName } from '#contract/order-items.ts'
import type { Order, OrderParcel } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { PACKAGE, PARCELS } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useCorrectParcelMutation } from './adminOrdersApi.ts'
import { TrackingFields, useTracking } from './TrackingFields.tsx'

/** The parcels of an order that were sent: what is in each, and how it travels, which can be corrected. */
export function SentParcels({ order }: { order: Order }) {
  const [isCorrected, setCorrected] = useState(false)
  return (
    <>
      <ul aria-label={PARCELS.sent} className="grid gap-3">
        {(order.parcels ?? []).map((parcel, index) => (
          <SentParcel key={parcel._id} order={order} parcel={parcel} place={index + 1} onCorrected={setCorrected} />
        ))}
      </ul>
      {isCorrected && (
        <Alert kind="success" onDismiss={() => setCorrected(false)}>
          {PACKAGE.corrected}
        </Alert>
      )}
    </>
  )
}

type ParcelProps = { order: Order; parcel: OrderParcel; place: number; onCorrected(isCorrected: boolean): void }

function SentParcel({ order: { _id: id, orderItems }, parcel, place, onCorrected }: ParcelProps) {
  const { timeZone } = useShop()
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The form has gone, and with it the focus.
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const { carrier, trackingNumber, shippedAt, items } = parcel
  const nameOf = (line: number) => {
    const item = orderItems.find((one) => one.line === line)
    return item ? itemName(item) : ''
  }
  const url = trackingUrl(carrier, trackingNumber)
  const number = [carrier, trackingNumber].filter(Boolean).join(' ')
  const edit = () => {
    onCorrected(false)
    setEditing(true)
  }
  return (
    <li className="grid rounded-md bg-sand px-4 py-3 wrap-anywhere">
      <span className="font-medium">{PARCELS.title(place, formatDay(shippedAt, timeZone))}</span>
      <span>{items.map(({ line, qty }) => `${qty} × ${nameOf(line)}`).join(', ')}</span>
      {isEditing ? (
        <CorrectionForm
          id={id}
          parcel={parcel}
          onDone={(isSaved) => {
            setEditing(false)
            onCorrected(isSaved)
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-6">
          {number && (url ? <a href={url}>{number}</a> : <span className="text-muted">{number}</span>)}
          <Button ref={opener} type="button" variant="quiet" onClick={edit} aria-label={PARCELS.correctParcel(place)}>
            {PARCELS.correct}
          </Button>
        </div>
      )}
    </li>
  )
}

type FormProps = { id: string; parcel: OrderParcel; onDone(isSaved: boolean): void }

/** The fields of a parcel that was sent; `onDone` hears whether they were saved. */
function CorrectionForm({ id, parcel, onDone }: FormProps) {
  const { tracking, fields } = useTracking(parcel)
  const [correct, { isLoading, error, reset }] = useCorrectParcelMutation()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const save = async () => {
    const answer = await correct({ id, parcel: parcel._id, shipment: tracking })
    if (!answer.error) onDone(true)
  }
  return (
    <form ref={form} action={() => void save()} className="mt-4 grid gap-4">
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <TrackingFields hint={PACKAGE.shippedHint} {...fields} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" isBusy={isLoading}>
          {PACKAGE.saveTracking}
        </Button>
        <Button type="button" variant="quiet" onClick={() => onDone(false)}>
          {PARCELS.keep}
        </Button>
      </div>
    </form>
  )
}
