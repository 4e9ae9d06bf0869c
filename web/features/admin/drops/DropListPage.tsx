import { useLocation } from 'react-router'
import type { AdminDrop } from '#contract/admin/drops.ts'
import { formatMoment } from '#contract/dates.ts'
import { DROPS } from '../../../texts/admin-drops.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { EmptyList } from '../lists/EmptyList.tsx'
import { useDropsQuery } from './dropsApi.ts'
import { NewDropForm } from './NewDropForm.tsx'

/** The drops, the last to start first, and a form that plans one. */
export default function DropListPage() {
  const query = useDropsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: drops, error } = query
  const { state } = useLocation() as { state: { banner?: string } | null }
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={DROPS.title} noIndex />
      <header className="grid gap-1">
        <h1 id="list-title">{DROPS.title}</h1>
        <p className="max-w-xl text-muted">{DROPS.about}</p>
      </header>
      {state?.banner && <Alert kind="success">{state.banner}</Alert>}
      <LoadFailure queries={[query]} />
      {!drops && !error && <Skeleton className="h-80" />}
      {drops?.length === 0 && <EmptyList>{DROPS.empty}</EmptyList>}
      {drops && drops.length > 0 && (
        <ul
          aria-label={DROPS.list}
          className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm"
        >
          {drops.map((drop) => (
            <Row key={drop._id} drop={drop} />
          ))}
        </ul>
      )}
      {drops && <NewDropForm />}
    </section>
  )
}

const KINDS = { planned: 'neutral', line: 'good', over: 'neutral', canceled: 'neutral' } as const

function Row({ drop: { _id, name, state, startsAt, pieces, sold } }: { drop: AdminDrop }) {
  const { timeZone } = useShop()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <span className="grid min-w-0 grow basis-60">
        <Link to={`/admin/drops/${_id}/edit`} className="min-w-0 py-1 font-medium break-words">
          {name}
        </Link>
        <span className="text-sm text-muted">{formatMoment(startsAt, timeZone)}</span>
      </span>
      <span className="flex items-center gap-4 text-sm text-muted tabular-nums">
        <span>{state === 'planned' ? DROPS.pieces(pieces) : DROPS.sold(sold)}</span>
        <Badge kind={KINDS[state]}>{DROPS.states[state]}</Badge>
      </span>
    </li>
  )
}
