import '../admin.css'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { dayOf } from '#contract/dates.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '../../../api-failure.ts'
import { ADMIN_ORDER, DELETE_ORDER, ORDER_COLUMNS } from '../../../texts/admin-orders.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { DisputePanel } from '../money/DisputePanel.tsx'
import { AddressForm } from './AddressForm.tsx'
import { useDeleteOrderMutation } from './adminOrdersApi.ts'
import { CancelForm } from './CancelForm.tsx'
import { CancelRequestPanel } from './CancelRequestPanel.tsx'
import { DelayForm, isDelayable } from './DelayForm.tsx'
import { DeleteOrder } from './DeleteOrder.tsx'
import { EraseGuest } from './EraseGuest.tsx'
import { MarkPaid } from './MarkPaid.tsx'
import { NoteForm } from './NoteForm.tsx'
import { shipByWords } from './order-warnings.ts'
import { RefundForm } from './RefundForm.tsx'
import { ShippingForm } from './ShippingForm.tsx'
import { Timeline } from './Timeline.tsx'

/** The admin's part of the order page: the timeline and all actions. */
export const AdminOrderSection = ({ order }: { order: Order }) => (
  <section aria-labelledby="order-desk" className="grid gap-5">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="order-desk">{ADMIN_ORDER.title}</h2>
        <ShipBy order={order} />
        {order.canceledAt && <Badge kind="neutral">{ORDER_COLUMNS.canceled}</Badge>}
      </div>
      <div className="flex flex-wrap items-center gap-x-6">
        <ButtonLink to="/admin/orderlist" variant="quiet">
          {ADMIN_ORDER.allOrders}
        </ButtonLink>
        {order.isPaid && !order.isRefunded && (
          <ButtonLink to={`/admin/packing?ids=${order._id}`} variant="quiet">
            {ADMIN_ORDER.slip}
          </ButtonLink>
        )}
        {order.user.isGuest && <EraseGuest order={order} />}
        <DeleteButton order={order} />
      </div>
    </div>
    {order.noEmails && <p className="text-muted">{ADMIN_ORDER.noEmails}</p>}
    <DisputePanel order={order} />
    <CancelRequestPanel order={order} />
    {/* Each column has its own rows, so that a tall panel leaves no gap beside it. */}
    <div className="grid items-start gap-6 md:grid-cols-2 2xl:grid-cols-3">
      {mayStillShip(order) && (
        <div className="grid gap-6">
          <Panel>
            <Package order={order} />
          </Panel>
          {!order.isPaid && order.payment === 'none' && (
            <Panel>
              <MarkPaid order={order} />
            </Panel>
          )}
          {isDelayable(order) && (
            <Panel>
              <DelayForm order={order} />
            </Panel>
          )}
        </div>
      )}
      {order.isPaid && (
        <Panel>{order.totalPrice > 0 ? <RefundForm order={order} /> : <CancelForm order={order} />}</Panel>
      )}
      <Panel>
        <div className="grid gap-6">
          <Timeline id={order._id} />
          <NoteForm id={order._id} />
        </div>
      </Panel>
    </div>
  </section>
)

/** Whether it is shipped, or can be. */
const mayStillShip = ({ isDelivered, isRefunded, canceledAt }: Order) => isDelivered || !(isRefunded || canceledAt)

/** The address form takes the place of the package, whose fields keep what is typed. */
function Package({ order }: { order: Order }) {
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isEditing) opener.current?.focus()
  }, [isEditing])
  const edit = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    opener.current = currentTarget
    setEditing(true)
  }
  return (
    <>
      {isEditing && <AddressForm order={order} onDone={() => setEditing(false)} />}
      <div hidden={isEditing}>
        <ShippingForm order={order} onChangeAddress={edit} />
      </div>
    </>
  )
}

function ShipBy({ order }: { order: Order }) {
  const { timeZone } = useShop()
  const due = shipByWords(order, dayOf(new Date(), timeZone))
  return due && <Badge kind={due.isLate ? 'bad' : 'neutral'}>{due.text}</Badge>
}

function DeleteButton({ order }: { order: Order }) {
  const [remove, { isLoading, error, reset }] = useDeleteOrderMutation()
  const navigate = useNavigate()
  const deleteIt = async () => {
    const { error: refusal } = await remove(order._id)
    if (!refusal) navigate('/admin/orderlist', { state: { banner: DELETE_ORDER.deleted(order.number) } })
  }
  return (
    <>
      <DeleteOrder order={order} onDelete={deleteIt} isBusy={isLoading}>
        {ADMIN_ORDER.delete}
      </DeleteOrder>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
    </>
  )
}
