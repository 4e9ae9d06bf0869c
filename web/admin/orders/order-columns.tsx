import type { OrderRow } from '#contract/admin/orders.ts'
import { dayOf } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ShopDay } from '#web/shop/settings/ShopDay.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { MARK_SHIPPED, ORDER_COLUMNS } from '#web/texts/admin-orders.ts'
import { Badge } from '#web/ui/Badge.tsx'
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
    cell: (order) => (
      <div className="min-w-0 wrap-anywhere">
        {order.user.name}
        {order.user.isGuest && <span className="text-xs text-muted"> {ORDER_COLUMNS.guest}</span>}
        <span className="line-clamp-3 text-sm text-muted">{piecesOf(order)}</span>
      </div>
    ),
  },
  {
    heading: ORDER_COLUMNS.email,
    isOnlyWide: true,
    cell: ({ user }) => user.email && <Email email={user.email} />,
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
    kind: 'number',
  },
  { heading: ORDER_COLUMNS.paid, cell: (order) => <Payment order={order} /> },
  {
    heading: ORDER_COLUMNS.delivered,
    cell: (order) => <Delivery order={order} />,
    ...(isWaitingList && { sort: 'shipBy' }),
  },
]

/** An email address, in two lines at most: it breaks after the @ sign. */
function Email({ email }: { email: string }) {
  const [local, domain] = email.split('@')
  return (
    <a href={`mailto:${email}`} className="break-words">
      {local}@<wbr />
      {domain}
    </a>
  )
}

/** `2 × Mug, Pen and 4 more`: what was ordered. */
function piecesOf({ pieces, items }: OrderRow) {
  const names = pieces.map(({ name, qty }) => (qty > 1 ? `${qty} × ${name}` : name)).join(', ')
  const more = items - pieces.reduce((sum, { qty }) => sum + qty, 0)
  return more > 0 ? `${names} ${ORDER_COLUMNS.more(more)}` : names
}

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
