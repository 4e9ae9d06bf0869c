import type { PastOrderRow } from '#contract/admin/history.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import type { Column, Table } from '#web/admin/lists/DataTable.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PAST_SOURCE_NAMES } from '../shop/texts.ts'
import { formatPastAmount } from './past-amount.ts'
import { PAST_ORDERS } from './texts.ts'

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
    kind: 'number',
  },
]

/** Past orders as a table, newest first, each marked with where it was placed. */
export const pastOrderTable = (rows: PastOrderRow[]): Table<PastOrderRow> => ({
  columns: COLUMNS,
  rows,
  nameOf: ({ number }) => number,
  actions: ({ _id, number }) => (
    <ButtonLink variant="quiet" to={`/admin/past-orders/${_id}`} aria-label={PAST_ORDERS.viewOne(number)}>
      {PAST_ORDERS.view}
    </ButtonLink>
  ),
})
