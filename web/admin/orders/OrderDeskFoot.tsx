import { useNavigate } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { ADMIN_ORDER, DELETE_ORDER } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { useDeleteOrderMutation } from './adminOrdersApi.ts'
import { DeleteOrder } from './DeleteOrder.tsx'
import { EraseGuest } from './EraseGuest.tsx'

/** What the seller rarely does with an order, at the foot of its page: the data of a guest, and deleting. */
export function OrderDeskFoot({ order }: { order: Order }) {
  const [remove, { isLoading, error, reset }] = useDeleteOrderMutation()
  const navigate = useNavigate()
  const isOwner = useIsOwner()
  const deleteIt = async () => {
    const { error: refusal } = await remove(order._id)
    if (!refusal) navigate('/admin/orderlist', { state: { banner: DELETE_ORDER.deleted(order.number) } })
  }
  if (!isOwner) return null
  return (
    <section aria-labelledby="order-more" className="grid gap-2 border-t border-line pt-5">
      <h2 id="order-more" className="text-lg">
        {ADMIN_ORDER.more}
      </h2>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <EraseGuest order={order} />
        <DeleteOrder order={order} onDelete={deleteIt} isBusy={isLoading}>
          {ADMIN_ORDER.delete}
        </DeleteOrder>
      </div>
    </section>
  )
}
