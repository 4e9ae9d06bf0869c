import type { OrderRow } from '#contract/desk.ts'
import { formatDollars } from '#contract/money.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ShopDay } from '../../shop/ShopDay.tsx'
import type { Column } from '../lists/DataTable.tsx'
import { PAID_BY, refundedWord, standingOf } from './reasons.ts'

/** What the list shows of an order. */
export const orderColumns: Column<OrderRow>[] = [
  { heading: 'ID', cell: ({ number }) => <span className="font-medium tabular-nums">{number}</span>, sort: 'number' },
  {
    heading: 'Customer',
    cell: ({ user, items }) => (
      <div className="min-w-0 wrap-anywhere">
        {user.name}
        <span className="block text-xs text-muted">{items === 1 ? '1 piece' : `${items} pieces`}</span>
      </div>
    ),
  },
  {
    heading: 'Email',
    isOnlyWide: true,
    cell: ({ user }) =>
      user.email && (
        <a href={`mailto:${user.email}`} className="wrap-anywhere">
          {user.email}
        </a>
      ),
  },
  {
    heading: 'Total',
    cell: ({ totalPrice, refunded }) => (
      <div>
        {formatDollars(totalPrice)}
        {refunded > 0 && <span className="block text-xs text-muted">{formatDollars(refunded)} refunded</span>}
      </div>
    ),
    sort: 'total',
    isNumber: true,
  },
  { heading: 'Paid?', cell: (order) => <Payment order={order} /> },
  {
    heading: 'Delivered?',
    cell: (order) => (
      <span className="whitespace-nowrap">
        <Badge kind={order.isDelivered ? 'good' : 'neutral'}>{standingOf(order).delivered}</Badge>
      </span>
    ),
  },
]

const Payment = ({ order }: { order: OrderRow }) => (
  <div className="grid justify-items-start gap-1">
    <span className="flex flex-wrap gap-1 whitespace-nowrap">
      <Badge kind={order.isPaid ? 'good' : 'bad'}>{standingOf(order).paid}</Badge>
      {order.isRefunded && <Badge kind="warning">{refundedWord(order)}</Badge>}
      {order.isDemo && <Badge kind="warning">Demo</Badge>}
    </span>
    {order.paidAt && (
      <span className="text-xs whitespace-nowrap text-muted">
        <ShopDay of={order.paidAt} />
        {order.paidBy && `, ${PAID_BY[order.paidBy].toLowerCase()}`}
      </span>
    )}
  </div>
)
