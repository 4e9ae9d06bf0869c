import { type ComponentProps, useState } from 'react'
import type { Dispatch, ManualPayment } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { PACKAGE, PARCELS, UNDO } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useOrdersQuery, useShipOrderMutation, useTakeBackParcelMutation } from './adminOrdersApi.ts'
import { MarkShippedButton } from './MarkShippedButton.tsx'
import { buyerOf, getsEmails, reasonNotToShip, wayOf } from './order-warnings.ts'
import { PartOfOrder } from './PartOfOrder.tsx'
import { contentOf, type Units, unitCount, unitsToShip } from './parcel-content.ts'
import { SentParcels } from './SentParcels.tsx'
import { ShipTo } from './ShipTo.tsx'
import { TrackingFields, useTracking } from './TrackingFields.tsx'
import { UndoNotice } from './UndoNotice.tsx'

/** Without `onChangeAddress` the address stays. */
type Props = { order: Order; onChangeAddress: ComponentProps<typeof Button>['onClick'] | undefined }

/** Address, carrier and tracking number, and the button that ships the order, or a part of it. */
export function ShippingForm({ order, onChangeAddress }: Props) {
  const { _id: id, parcels = [], isDelivered } = order
  const [ship, { isLoading, error, reset }] = useShipOrderMutation()
  const [takeBack] = useTakeBackParcelMutation()
  const [outcome, setOutcome] = useState<'corrected' | { parcel: string } | null>(null)
  const send = async (shipment: Partial<Dispatch>) => {
    const { data } = await ship({ id, shipment: { ...shipment, parcelsBefore: parcels.length } })
    const sent = data?.parcels?.at(-1)
    if (data) setOutcome(sent && data.parcels?.length !== parcels.length ? { parcel: sent._id } : 'corrected')
    return data
  }
  const buyer = buyerOf(order)
  const isTold = getsEmails(order)
  return (
    <section aria-labelledby="parcel" className="grid gap-4">
      <h3 id="parcel" className="text-lg">
        {PACKAGE.title}
      </h3>
      <ShipTo order={order}>
        {onChangeAddress && !isDelivered && (
          <Button type="button" variant="quiet" onClick={onChangeAddress}>
            {PACKAGE.changeAddress}
          </Button>
        )}
      </ShipTo>
      {(parcels.length > 1 || (parcels.length > 0 && !isDelivered)) && <SentParcels order={order} />}
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {outcome === 'corrected' && (
        <Alert kind="success" onDismiss={() => setOutcome(null)}>
          {PACKAGE.corrected}
        </Alert>
      )}
      {outcome && outcome !== 'corrected' && (
        <UndoNotice
          key={outcome.parcel}
          waiting={isTold ? UNDO.shippedWaits(buyer) : UNDO.shippedSilently}
          done={isTold ? UNDO.shippedTold(buyer) : UNDO.shippedSilently}
          undo={async () => {
            const answer = await takeBack({ id, parcel: outcome.parcel })
            if (!answer.error) setOutcome(null)
            return answer
          }}
          onDismiss={() => setOutcome(null)}
        >
          <NextToShip after={id} />
        </UndoNotice>
      )}
      {/* The fields of the next parcel are empty, those of a shipped order show the latest one. */}
      <ParcelForm key={`${parcels.length} ${isDelivered}`} order={order} send={send} isBusy={isLoading} />
    </section>
  )
}

type FormProps = { order: Order; send(shipment: Partial<Dispatch>): Promise<Order | undefined>; isBusy: boolean }

function ParcelForm({ order, send, isBusy }: FormProps) {
  const { isDelivered, parcels = [] } = order
  // Each of several parcels that were sent has its own fields.
  const hasFields = !isDelivered || parcels.length < 2
  const { tracking, fields } = useTracking(isDelivered ? order : { carrier: null, trackingNumber: null })
  const left = unitsToShip(order)
  const [part, setPart] = useState<Units | null>(null)
  const items = part ? contentOf(part, left) : undefined
  const save = (payment?: ManualPayment) =>
    void send(isDelivered ? {} : { ...tracking, ...payment, ...(items && { items }) })
  return (
    <form action={() => void (isDelivered && send(tracking))} className="grid gap-4">
      {hasFields && <TrackingFields hint={isDelivered ? PACKAGE.shippedHint : PACKAGE.hint} {...fields} />}
      {part && <PartOfOrder order={order} left={left} chosen={part} onChange={setPart} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {isDelivered && hasFields && (
          <Button type="submit" isBusy={isBusy}>
            {PACKAGE.saveTracking}
          </Button>
        )}
        <MarkShippedButton
          variant={isDelivered ? 'quiet' : reasonNotToShip(order) ? 'secondary' : 'primary'}
          order={order}
          onShip={save}
          isBusy={isBusy}
          disabled={items?.length === 0}
        />
        {order.isPaid && !isDelivered && unitCount(left) > 1 && (
          <Button type="button" variant="quiet" onClick={() => setPart(part ? null : left)}>
            {part ? PARCELS.all : PARCELS.part}
          </Button>
        )}
        {!isDelivered && parcels.length > 0 && (
          <ConfirmButton
            variant="quiet"
            sentence={PARCELS.nothingElseSentence(order.number)}
            action={PARCELS.nothingElse}
            onConfirm={() => void send({ items: [] })}
            isBusy={isBusy}
          >
            {PARCELS.nothingElse}
          </ConfirmButton>
        )}
      </div>
    </form>
  )
}

/** The link to the order that ships next, for a pile of parcels; nothing when none is left. */
function NextToShip({ after }: { after: string }) {
  const { data } = useOrdersQuery('delivery=waiting', { refetchOnMountOrArgChange: true })
  const next = data?.orders.find((order) => order._id !== after && wayOf(order) === 'parcel')
  return next && <Link to={`/order/${next._id}`}>{PACKAGE.next(next.number)}</Link>
}
