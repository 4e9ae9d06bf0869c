import { Link, useSearchParams } from 'react-router'
import { Head } from '../../../ui/Head.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { DiscrepancyCard } from './DiscrepancyCard.tsx'
import { useDiscrepanciesQuery } from './discrepanciesApi.ts'

/** Where the shop's books and the card service differ: what waits for a person, and what was closed. */
export default function DiscrepancyListPage() {
  const [params] = useSearchParams()
  const state = params.get('state') === 'closed' ? 'closed' : 'open'
  const pageNumber = Math.max(1, Number.parseInt(params.get('pageNumber') ?? '1', 10) || 1)
  const query = useDiscrepanciesQuery({ state, pageNumber }, { refetchOnMountOrArgChange: true })
  const { currentData, error } = query
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title="Discrepancies" noIndex />
      <header className="grid gap-2">
        <h1 id="list-title">Discrepancies</h1>
        <p className="max-w-prose text-muted">
          The shop compares its books with the card service’s every fifteen minutes. What it cannot settle by itself
          waits here for you. Close each one with a note once you have dealt with it.
        </p>
      </header>
      <nav aria-label="Which discrepancies" className="flex gap-6 border-b border-line">
        <Tab to="/admin/discrepancies" isHere={state === 'open'}>
          Open
        </Tab>
        <Tab to="/admin/discrepancies?state=closed" isHere={state === 'closed'}>
          Closed
        </Tab>
      </nav>
      <LoadFailure queries={[query]} />
      {!currentData && !error && <Skeleton className="h-64" />}
      {currentData?.total === 0 && <Nothing state={state} />}
      {currentData && currentData.total > 0 && (
        <ul className="grid gap-4">
          {currentData.discrepancies.map((discrepancy) => (
            <DiscrepancyCard key={discrepancy._id} discrepancy={discrepancy} />
          ))}
        </ul>
      )}
      {currentData && (
        <Pagination
          page={currentData.page}
          pages={currentData.pages}
          hrefOf={(page) => `/admin/discrepancies?state=${state}&pageNumber=${page}`}
        />
      )}
    </section>
  )
}

const Tab = ({ to, isHere, children }: { to: string; isHere: boolean; children: string }) => (
  <Link
    to={to}
    aria-current={isHere ? 'page' : undefined}
    className={`inline-flex min-h-11 items-center border-b-2 no-underline ${isHere ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'}`}
  >
    {children}
  </Link>
)

const Nothing = ({ state }: { state: 'open' | 'closed' }) => (
  <div className="rounded-lg border border-dashed border-edge px-5 py-12 text-center text-muted">
    {state === 'open' ? 'The books and the card service agree. Nothing waits for you.' : 'Nothing has been closed yet.'}
  </div>
)
