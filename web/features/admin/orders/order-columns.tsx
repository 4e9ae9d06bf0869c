import type { OrderRow } from '#contract/admin/orders.ts'
import { dayOf } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { MARK_SHIPPED, ORDER_COLUMNS } from '../../../texts/admin-orders.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ShopDay } from '../../shop/ShopDay.tsx'
import { useShop } from '../../shop/use-shop.ts'
import type { Column } from '../lists/DataTable.tsx'
import { delayWords, refundedWord, shipByWords, statusWords } from './order-warnings.ts'

/** The columns of the order list. The list of orders to ship can be sorted by the day by which they ship. */
export const orderColumns = (isWaitingList: boolean): Column<OrderRow>[] => [
  {
    heading: ORDER_COLUMNS.id,
    cell: ({ number }) => <span className="font-medium tabular-nums">{number}</span>,
    sort: 'number',
  },
  {
    heading: ORDER_COLUMNS.customer,
    cell: ({ user, items }) => (
      <div className="min-w-0 wrap-anywhere">
        {user.name}
        <span className="block text-xs text-muted">
          {user.isGuest && `${ORDER_COLUMNS.guest}, `}
          {ORDER_COLUMNS.pieces(items)}
        </span>
      </div>
    ),
  },
  {
    heading: ORDER_COLUMNS.email,
    isOnlyWide: true,
    cell: ({ user }) =>
      user.email && (
        <a href={`mailto:${user.email}`} className="wrap-anywhere">
          {user.email}
        </a>
      ),
  },
  {
    heading: ORDER_COLUMNS.total,
    cell: ({ totalPrice, refunded }) => (
      <div>
        {formatDollars(totalPrice)}
        {refunded > 0 && <span className="block text-xs text-muted">{ORDER_COLUMNS.refundedOf(refunded)}</span>}
      </div>
    ),
    sort: 'total',
    isNumber: true,
  },
  { heading: ORDER_COLUMNS.paid, cell: (order) => <Payment order={order} /> },
  {
    heading: ORDER_COLUMNS.delivered,
    cell: (order) => <Delivery order={order} />,
    ...(isWaitingList && { sort: 'shipBy' }),
  },
]

function Delivery({ order }: { order: OrderRow }) {
  const { timeZone } = useShop()
  const today = dayOf(new Date(), timeZone)
  const due = shipByWords(order, today)
  const delay = delayWords(order, today)
  return (
    <div className="grid justify-items-start gap-1">
      <span className="whitespace-nowrap">
        <Badge kind={order.isDelivered ? 'good' : 'neutral'}>{statusWords(order).delivered}</Badge>
      </span>
      {order.asksToCancel && <Badge kind="warning">{ORDER_COLUMNS.asksToCancel}</Badge>}
      {due && <span className={`text-xs ${due.isLate ? 'font-medium text-bad' : 'text-muted'}`}>{due.text}</span>}
      {delay && (
        <span className={`text-xs ${delay.isToRefund ? 'font-medium text-bad' : 'text-muted'}`}>{delay.text}</span>
      )}
    </div>
  )
}

const Payment = ({ order }: { order: OrderRow }) => (
  <div className="grid justify-items-start gap-1">
    <span className="flex flex-wrap gap-1 whitespace-nowrap">
      {order.isCanceled ? (
        <Badge kind="neutral">{ORDER_COLUMNS.canceled}</Badge>
      ) : (
        <Badge kind={order.isPaid ? 'good' : 'bad'}>{statusWords(order).paid}</Badge>
      )}
      {order.isRefunded && <Badge kind="warning">{refundedWord(order)}</Badge>}
      {order.isDemo && <Badge kind="warning">{ORDER_COLUMNS.demo}</Badge>}
    </span>
    {order.paidAt && (
      <span className="text-xs whitespace-nowrap text-muted">
        <ShopDay of={order.paidAt} />
        {order.paidBy && `, ${MARK_SHIPPED.paidBy[order.paidBy].toLowerCase()}`}
      </span>
    )}
  </div>
)
