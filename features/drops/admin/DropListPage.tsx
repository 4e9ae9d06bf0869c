import { useLocation } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { AdminDrop } from '../contract.ts'
import { useDropsQuery } from './dropsApi.ts'
import { NewDropForm } from './NewDropForm.tsx'
import { DROPS } from './texts.ts'

/** The drops, the last to start first, and a form that plans one. */
export default function DropListPage() {
  const query = useDropsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { state } = useLocation() as { state: { banner?: string } | null }
  return (
    <ListScreen
      title={DROPS.title}
      about={DROPS.about}
      address={useListAddress()}
      query={query}
      banner={state?.banner && <Alert kind="success">{state.banner}</Alert>}
      empty={DROPS.empty}
      caption={DROPS.list}
      table={{ columns: COLUMNS, rows: query.currentData ?? [], nameOf: ({ name }) => name }}
      foot={<NewDropForm />}
    />
  )
}

const KINDS = { planned: 'neutral', line: 'good', over: 'neutral', canceled: 'neutral' } as const

const COLUMNS: Column<AdminDrop>[] = [
  {
    heading: DROPS.newName,
    cell: ({ _id, name }) => (
      <Link to={`/admin/drops/${_id}/edit`} className="inline-flex min-h-11 items-center font-medium wrap-anywhere">
        {name}
      </Link>
    ),
  },
  { heading: DROPS.starts, cell: ({ startsAt }) => <Moment at={startsAt} />, isLong: true },
  {
    heading: DROPS.goods,
    cell: ({ state, pieces, sold }) => (state === 'planned' ? DROPS.pieces(pieces) : DROPS.sold(sold)),
  },
  { heading: DROPS.state, cell: ({ state }) => <Badge kind={KINDS[state]}>{DROPS.states[state]}</Badge> },
]

const Moment = ({ at }: { at: string }) => formatMoment(at, useShop().timeZone)
