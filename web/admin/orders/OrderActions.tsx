import type { ManualPayment, OrderRow } from '#contract/admin/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { BulkBar } from '#web/admin/lists/BulkBar.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { DELETE_ORDER, ORDER_ACTIONS, SELECTED_ORDERS, UNDO } from '#web/texts/admin-orders.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import {
  useDeleteOrderMutation,
  useRestoreOrderMutation,
  useShipOrderMutation,
  useShipOrdersMutation,
  useTakeBackParcelMutation,
  useTakeBackReadyMutation,
} from './adminOrdersApi.ts'
import { DeleteOrder } from './DeleteOrder.tsx'
import { MarkShippedButton } from './MarkShippedButton.tsx'
import { shippingButton, wayOf } from './order-warnings.ts'
import { useShipmentsUndo } from './use-shipments-undo.ts'

/** The result of the last action, and for a short time how to take it back, with what is said during that time. */
export type Outcome = {
  kind: 'success' | 'error'
  text: string
  waiting?: string
  undo?: (() => PromiseLike<{ error?: unknown }>) | undefined
} | null
export type Report = (outcome: Outcome) => void

/** Runs a call that removes these orders from the list. */
export type RemoveFromList = <Answer extends { error?: unknown }>(
  ids: string[],
  call: () => PromiseLike<Answer>,
) => Promise<Answer>

type RowProps = { order: OrderRow; report: Report; take: RemoveFromList; isWaitingList: boolean }

const ROW = 'flex flex-wrap items-center gap-x-5 whitespace-nowrap md:justify-end xl:flex-nowrap'

/** The actions of an order in the list. */
export function OrderActions({ order, ...list }: RowProps) {
  const { markShipped, deleteIt, isShipping, isDeleting } = useCalls(order, list)
  const { _id, number } = order
  const isOwner = useIsOwner()
  return (
    <div className={ROW}>
      <ButtonLink to={`/order/${_id}`} variant="quiet" aria-label={ORDER_ACTIONS.openOrder(number)}>
        {ORDER_ACTIONS.open}
      </ButtonLink>
      {(isOwner || order.isPaid) && (
        <MarkShippedButton
          order={order}
          variant="quiet"
          onShip={markShipped}
          isBusy={isShipping}
          aria-label={ORDER_ACTIONS.markShippedOrder(shippingButton(order), number)}
        />
      )}
      {isOwner && (
        <DeleteOrder
          order={order}
          onDelete={deleteIt}
          isBusy={isDeleting}
          aria-label={ORDER_ACTIONS.deleteOrder(number)}
        >
          {ORDER_ACTIONS.delete}
        </DeleteOrder>
      )}
    </div>
  )
}

const outcomeOf = (error: unknown, done: string): Outcome =>
  error ? { kind: 'error', text: messageOf(error) } : { kind: 'success', text: done }

/** The actions on one order. Each reports its result. */
function useCalls(order: OrderRow, { report, take, isWaitingList }: Omit<RowProps, 'order'>) {
  const { _id, number, isDelivered } = order
  const [ship, shipping] = useShipOrderMutation()
  const [remove, removal] = useDeleteOrderMutation()
  const [takeBackParcel] = useTakeBackParcelMutation()
  const [takeBackReady] = useTakeBackReadyMutation()
  const way = wayOf(order)
  const shipped = { parcel: ORDER_ACTIONS.shipped, pickup: ORDER_ACTIONS.ready, hand: ORDER_ACTIONS.handedOver }[way](
    number,
  )
  return {
    markShipped: async (payment?: ManualPayment) => {
      let parcel: string | undefined
      const call = async () => {
        const { data, error } = await ship({ id: _id, ...(payment && { shipment: payment }) })
        parcel = data?.parcels?.at(-1)?._id
        return { error }
      }
      const { error } = await (isWaitingList ? take([_id], call) : call())
      const undo = async () => {
        const answer = await (parcel ? takeBackParcel({ id: _id, parcel }) : takeBackReady(_id))
        if (!answer.error) report({ kind: 'success', text: ORDER_ACTIONS.takenBack(number) })
        return answer
      }
      if (error || isDelivered) report(outcomeOf(error, ORDER_ACTIONS.alreadyShipped(number)))
      else report({ kind: 'success', text: shipped, ...((parcel || way === 'pickup') && { undo }) })
    },
    deleteIt: async () => report(outcomeOf((await take([_id], () => remove(_id))).error, DELETE_ORDER.deleted(number))),
    isShipping: shipping.isLoading,
    isDeleting: removal.isLoading,
  }
}

type RestoreProps = Omit<RowProps, 'isWaitingList'>

/** Restores a deleted order. */
export function RestoreAction({ order: { _id, number }, report, take }: RestoreProps) {
  const [restore, { isLoading }] = useRestoreOrderMutation()
  const bringBack = async () =>
    report(outcomeOf((await take([_id], () => restore(_id))).error, ORDER_ACTIONS.restored(number)))
  return (
    <div className={ROW}>
      <Button variant="quiet" onClick={bringBack} isBusy={isLoading} aria-label={ORDER_ACTIONS.restoreOrder(number)}>
        {ORDER_ACTIONS.restore}
      </Button>
    </div>
  )
}

type BulkProps = { selected: string[]; onClear(): void; report: Report; take: RemoveFromList; isWaitingList: boolean }

/** The actions for all selected orders. */
export function OrderBulkBar({ selected, onClear, report, take, isWaitingList }: BulkProps) {
  const [ship, { isLoading }] = useShipOrdersMutation()
  const undoOf = useShipmentsUndo((result) => report({ kind: 'success', text: UNDO.takenBack(result) }))
  const count = selected.length
  const markShipped = async () => {
    const call = () => ship(selected)
    const { data, error } = await (isWaitingList ? take(selected, call) : call())
    if (!data) return report({ kind: 'error', text: messageOf(error) })
    onClear()
    const text = SELECTED_ORDERS.shipped(data.shipped, count - data.shipped)
    report({ kind: 'success', text, waiting: UNDO.allWait(text), undo: undoOf(data.sent) })
  }
  return (
    <BulkBar label={SELECTED_ORDERS.label} count={count} onClear={onClear}>
      <ConfirmButton
        variant="quiet"
        sentence={SELECTED_ORDERS.sentence(count)}
        action={TEXT.markShipped}
        onConfirm={markShipped}
        isBusy={isLoading}
      >
        {SELECTED_ORDERS.markShipped}
      </ConfirmButton>
      <ButtonLink to={`/admin/packing?ids=${selected}`} variant="quiet" aria-label={SELECTED_ORDERS.printSlips}>
        {SELECTED_ORDERS.slips}
      </ButtonLink>
      <ButtonLink to={`/admin/picklist?ids=${selected}`} variant="quiet" aria-label={SELECTED_ORDERS.printPickList}>
        {SELECTED_ORDERS.pickList}
      </ButtonLink>
    </BulkBar>
  )
}
