import type { ManualPayment, OrderRow } from '#contract/desk.ts'
import { TEXT } from '#contract/texts.ts'
import { messageOf } from '../../../api.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { BulkBar } from '../lists/BulkBar.tsx'
import { ConfirmAction } from '../lists/ConfirmAction.tsx'
import {
  useDeleteOrderMutation,
  useRestoreOrderMutation,
  useShipOrderMutation,
  useShipOrdersMutation,
} from './deskApi.ts'
import { MarkShippedButton } from './MarkShippedButton.tsx'
import { deletedBanner, deletionSentence, reasonNotToDelete, secondDeletionQuestion } from './reasons.ts'

/** What the last thing one did came to. */
export type Outcome = { kind: 'success' | 'error'; text: string } | null
export type Report = (outcome: Outcome) => void

type Call = () => PromiseLike<{ error?: unknown }>
/** Makes a call that takes these orders out of the list that is shown. */
export type Take = (ids: string[], call: Call) => Promise<{ error?: unknown }>

type RowProps = { order: OrderRow; report: Report; take: Take; isWaitingList: boolean }

const ROW = 'flex flex-wrap items-center gap-x-5 whitespace-nowrap md:justify-end xl:flex-nowrap'

/** What can be done with an order of the list. */
export function OrderActions({ order, ...list }: RowProps) {
  const { markShipped, deleteIt, isShipping, isDeleting } = useCalls(order, list)
  const { _id, number } = order
  return (
    <div className={ROW}>
      <ButtonLink to={`/order/${_id}`} variant="quiet" aria-label={`Go To Order ${number}`}>
        Go To Order
      </ButtonLink>
      <MarkShippedButton
        order={order}
        variant="quiet"
        onShip={markShipped}
        isBusy={isShipping}
        aria-label={`${TEXT.markShipped}: order ${number}`}
      />
      <ConfirmAction
        variant="quiet"
        reason={reasonNotToDelete(order)}
        sentence={deletionSentence(order)}
        again={secondDeletionQuestion(order)}
        action="Delete"
        onConfirm={deleteIt}
        isBusy={isDeleting}
        aria-label={`Delete order ${number}`}
      >
        Delete
      </ConfirmAction>
    </div>
  )
}

const outcomeOf = (error: unknown, done: string): Outcome =>
  error ? { kind: 'error', text: messageOf(error) } : { kind: 'success', text: done }

/** What can be done with one order; each call says what came of it. */
function useCalls(order: OrderRow, { report, take, isWaitingList }: Omit<RowProps, 'order'>) {
  const { _id, number, isDelivered } = order
  const [ship, shipping] = useShipOrderMutation()
  const [remove, removal] = useDeleteOrderMutation()
  const shipped = isDelivered ? `Order ${number} was shipped already.` : `Order ${number} is marked as shipped.`
  return {
    markShipped: async (payment?: ManualPayment) => {
      const call = () => ship({ id: _id, ...(payment && { shipment: payment }) })
      const { error } = await (isWaitingList ? take([_id], call) : call())
      report(outcomeOf(error, shipped))
    },
    deleteIt: async () => report(outcomeOf((await take([_id], () => remove(_id))).error, deletedBanner(number))),
    isShipping: shipping.isLoading,
    isDeleting: removal.isLoading,
  }
}

type RestoreProps = Omit<RowProps, 'isWaitingList'>

/** Brings a deleted order back. */
export function RestoreAction({ order: { _id, number }, report, take }: RestoreProps) {
  const [restore, { isLoading }] = useRestoreOrderMutation()
  const bringBack = async () =>
    report(outcomeOf((await take([_id], () => restore(_id))).error, `Order ${number} is back in the list of orders.`))
  return (
    <div className={ROW}>
      <Button variant="quiet" onClick={bringBack} isBusy={isLoading} aria-label={`Bring back order ${number}`}>
        Bring back
      </Button>
    </div>
  )
}

type BulkProps = { selected: string[]; onClear(): void; report: Report; take: Take; isWaitingList: boolean }

/** What can be done with all selected orders at once. */
export function OrderBulkBar({ selected, onClear, report, take, isWaitingList }: BulkProps) {
  const [ship, { isLoading }] = useShipOrdersMutation()
  const count = selected.length
  const markShipped = async () => {
    let shipped = 0
    const call = async () => {
      const { data, error } = await ship(selected)
      shipped = data?.shipped ?? 0
      return { error }
    }
    const { error } = await (isWaitingList ? take(selected, call) : call())
    if (!error) onClear()
    report(outcomeOf(error, shippedBanner(shipped, count)))
  }
  return (
    <BulkBar label="Selected" count={count} onClear={onClear}>
      <ConfirmButton
        variant="quiet"
        sentence={`Those of the ${count} orders that are paid, not shipped and not refunded are marked as shipped, and their buyers get a message.`}
        action={TEXT.markShipped}
        onConfirm={markShipped}
        isBusy={isLoading}
      >
        Mark shipped
      </ConfirmButton>
      <ButtonLink to={`/admin/packing?ids=${selected}`} variant="quiet" aria-label="Print packing slips">
        Packing slips
      </ButtonLink>
      <ButtonLink to={`/admin/picklist?ids=${selected}`} variant="quiet" aria-label="Print pick list">
        Pick list
      </ButtonLink>
    </BulkBar>
  )
}

function shippedBanner(shipped: number, count: number) {
  const orders = shipped === 1 ? '1 order is' : `${shipped} orders are`
  const left = count - shipped
  if (left === 0) return `${orders} marked as shipped.`
  const rest = left === 1 ? 'The other one was' : `The other ${left} were`
  return `${orders} marked as shipped. ${rest} shipped already, refunded or not paid.`
}
