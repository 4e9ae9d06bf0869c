import { useLocation } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { listState } from '#web/admin/lists/EditScreen.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { ShopDay } from '#web/shop/settings/ShopDay.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { CustomerRow } from '../contract.ts'
import { useCustomersQuery } from './customersApi.ts'
import { CUSTOMERS } from './texts.ts'

/** Accounts and guests in one list, with what they have bought. */
export default function CustomerListPage() {
  const address = useListAddress()
  const query = useCustomersQuery(address.query, { refetchOnMountOrArgChange: true })
  return (
    <ListScreen
      title={CUSTOMERS.title}
      nouns={CUSTOMERS.nouns}
      address={address}
      query={query}
      searchLabel={CUSTOMERS.search}
      empty={CUSTOMERS.empty}
      caption={CUSTOMERS.caption}
      table={{
        columns: COLUMNS,
        rows: query.currentData?.customers ?? [],
        sortedBy: '-last',
        sortedByName: CUSTOMERS.lastFirst,
        nameOf: ({ name }) => name,
        facts: (customer) => <Facts customer={customer} />,
      }}
    />
  )
}

const COLUMNS: Column<CustomerRow>[] = [
  { heading: CUSTOMERS.columns.name, cell: (customer) => <Who customer={customer} /> },
  { heading: CUSTOMERS.columns.city, cell: ({ city }) => <span className="wrap-anywhere">{city || '–'}</span> },
  { heading: CUSTOMERS.columns.orders, cell: ({ orders }) => orders, sort: 'orders', kind: 'number' },
  { heading: CUSTOMERS.columns.spent, cell: ({ spent }) => formatDollars(spent), sort: 'spent', kind: 'number' },
  { heading: CUSTOMERS.columns.last, cell: (customer) => <LastOrder customer={customer} />, sort: 'last', kind: 'day' },
]

function Who({ customer: { _id, name, email, isGuest } }: { customer: CustomerRow }) {
  const { search } = useLocation()
  return (
    <span className="grid min-w-0">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          to={`/admin/customers/${_id}`}
          state={listState(search)}
          className="inline-flex min-h-11 min-w-0 items-center font-medium wrap-anywhere"
        >
          <bdi>{name}</bdi>
        </Link>
        {isGuest && <Badge kind="neutral">{CUSTOMERS.guest}</Badge>}
      </span>
      {email && <span className="text-xs text-muted wrap-anywhere">{email}</span>}
    </span>
  )
}

const LastOrder = ({ customer: { lastOrderAt } }: { customer: CustomerRow }) =>
  lastOrderAt ? (
    <span className="whitespace-nowrap">
      <ShopDay of={lastOrderAt} />
    </span>
  ) : (
    CUSTOMERS.never
  )

/** A customer on a narrow page: orders and spending, city and day. */
const Facts = ({ customer }: { customer: CustomerRow }) => (
  <>
    <span className="tabular-nums">{CUSTOMERS.facts(customer.orders, customer.spent)}</span>
    <span className="basis-full text-muted">
      {customer.city && `${customer.city}, `}
      <LastOrder customer={customer} />
    </span>
  </>
)
