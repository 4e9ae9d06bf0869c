import type { PastOrderRow } from '#contract/admin/history.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { PAST_ORDERS } from '../../../texts/admin-history.ts'
import { PAST_SOURCE_NAMES } from '../../../texts/past-reviews.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { type Column, DataTable } from '../lists/DataTable.tsx'
import type { ListAddress } from '../lists/list-address.ts'
import { formatPastAmount } from './past-amount.ts'

const COLUMNS: Column<PastOrderRow>[] = [
  {
    heading: PAST_ORDERS.columns.order,
    cell: ({ number, source }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{number}</span>
        <Badge kind="neutral">{PAST_ORDERS.from(PAST_SOURCE_NAMES[source])}</Badge>
      </span>
    ),
  },
  {
    heading: PAST_ORDERS.columns.day,
    cell: ({ day }) => <span className="whitespace-nowrap">{formatCalendarDay(day)}</span>,
  },
  {
    heading: PAST_ORDERS.columns.customer,
    cell: ({ name, email }) => (
      <span className="grid">
        <bdi className="wrap-anywhere">{name || PAST_ORDERS.unknown}</bdi>
        {email && <span className="text-xs text-muted wrap-anywhere">{email}</span>}
      </span>
    ),
  },
  {
    heading: PAST_ORDERS.columns.pieces,
    cell: ({ items, pieces }) => {
      const more = pieces - items.reduce((sum, { qty }) => sum + qty, 0)
      const named = items.map(({ name, qty }) => (qty > 1 ? `${qty} × ${name}` : name)).join(', ')
      return <span className="wrap-anywhere">{more > 0 ? `${named}, ${PAST_ORDERS.more(more)}` : named || '–'}</span>
    },
    isLong: true,
  },
  {
    heading: PAST_ORDERS.columns.total,
    cell: ({ total, currency }) => formatPastAmount(total, currency),
    isNumber: true,
  },
]

/** Past orders in a table, newest first, each marked with where it was placed. */
export const PastOrderTable = ({ orders, address }: { orders: PastOrderRow[]; address: ListAddress }) => (
  <DataTable
    caption={PAST_ORDERS.caption}
    columns={COLUMNS}
    rows={orders}
    address={address}
    sortedBy=""
    nameOf={({ number }) => number}
    actions={({ _id, number }) => (
      <ButtonLink variant="quiet" to={`/admin/past-orders/${_id}`} aria-label={PAST_ORDERS.viewOne(number)}>
        {PAST_ORDERS.view}
      </ButtonLink>
    )}
  />
)
