import { useLocation } from 'react-router'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { AdminSale } from '../contract.ts'
import { termsOf, timesOf } from './sale-words.ts'
import { useSalesQuery } from './salesApi.ts'
import { SALES } from './texts.ts'

/** The sales, the last to start first. */
export default function SaleListPage() {
  const query = useSalesQuery(undefined, { refetchOnMountOrArgChange: true })
  const { state } = useLocation() as { state: { banner?: string } | null }
  return (
    <ListScreen
      title={SALES.title}
      about={SALES.about}
      address={useListAddress()}
      query={query}
      banner={state?.banner && <Alert kind="success">{state.banner}</Alert>}
      action={<ButtonLink to="/admin/sales/new">{SALES.add}</ButtonLink>}
      empty={SALES.empty}
      caption={SALES.list}
      table={{ columns: COLUMNS, rows: query.currentData ?? [], nameOf: ({ name }) => name }}
    />
  )
}

const KINDS = { planned: 'neutral', running: 'good', ended: 'neutral' } as const

const COLUMNS: Column<AdminSale>[] = [
  {
    heading: SALES.name,
    cell: ({ _id, name }) => (
      <Link to={`/admin/sales/${_id}/edit`} className="inline-flex min-h-11 items-center font-medium wrap-anywhere">
        {name}
      </Link>
    ),
  },
  { heading: SALES.terms, cell: termsOf },
  { heading: SALES.times, cell: timesOf, isLong: true },
  { heading: SALES.state, cell: ({ state }) => <Badge kind={KINDS[state]}>{SALES.states[state]}</Badge> },
]
