import type { ManualPayment, OrderRow } from '#contract/admin/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { messageOf } from '../../../api-failure.ts'
import { DELETE_ORDER, MARK_SHIPPED, ORDER_ACTIONS, SELECTED_ORDERS } from '../../../texts/admin-orders.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { BulkBar } from '../lists/BulkBar.tsx'
import {
  useDeleteOrderMutation,
  useRestoreOrderMutation,
  useShipOrderMutation,
  useShipOrdersMutation,
} from './adminOrdersApi.ts'
import { DeleteOrder } from './DeleteOrder.tsx'
import { MarkShippedButton } from './MarkShippedButton.tsx'

/** The result of the last action. */
export type Outcome = { kind: 'success' | 'error'; text: string } | null
export type Report = (outcome: Outcome) => void

type Call = () => PromiseLike<{ error?: unknown }>
/** Runs a call that removes these orders from the list. */
export type RemoveFromList = (ids: string[], call: Call) => Promise<{ error?: unknown }>

type RowProps = { order: OrderRow; report: Report; take: RemoveFromList; isWaitingList: boolean }

const ROW = 'flex flex-wrap items-center gap-x-5 whitespace-nowrap md:justify-end xl:flex-nowrap'

/** The actions of an order in the list. */
export function OrderActions({ order, ...list }: RowProps) {
  const { markShipped, deleteIt, isShipping, isDeleting } = useCalls(order, list)
  const { _id, number } = order
  return (
    <div className={ROW}>
      <ButtonLink to={`/order/${_id}`} variant="quiet" aria-label={ORDER_ACTIONS.openOrder(number)}>
        {ORDER_ACTIONS.open}
      </ButtonLink>
      <MarkShippedButton
        order={order}
        variant="quiet"
        onShip={markShipped}
        isBusy={isShipping}
        aria-label={ORDER_ACTIONS.markShippedOrder(
          order.shipping?.pickup ? MARK_SHIPPED.ready : TEXT.markShipped,
          number,
        )}
      />
      <DeleteOrder order={order} onDelete={deleteIt} isBusy={isDeleting} aria-label={ORDER_ACTIONS.deleteOrder(number)}>
        {ORDER_ACTIONS.delete}
      </DeleteOrder>
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
  const shipped = isDelivered ? ORDER_ACTIONS.alreadyShipped(number) : ORDER_ACTIONS.shipped(number)
  return {
    markShipped: async (payment?: ManualPayment) => {
      const call = () => ship({ id: _id, ...(payment && { shipment: payment }) })
      const { error } = await (isWaitingList ? take([_id], call) : call())
      report(outcomeOf(error, shipped))
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
    report(outcomeOf(error, SELECTED_ORDERS.shipped(shipped, count - shipped)))
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
