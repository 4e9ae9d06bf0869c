import { useSearchParams } from 'react-router'
import { DISCREPANCIES } from '../../../texts/admin-products.ts'
import { Head } from '../../../ui/Head.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { EmptyList } from '../lists/EmptyList.tsx'
import { Tab } from '../lists/Tab.tsx'
import { DiscrepancyCard } from './DiscrepancyCard.tsx'
import { useDiscrepanciesQuery } from './discrepanciesApi.ts'

/** The open and closed discrepancies between the shop's ledger and the card service. */
export default function DiscrepancyListPage() {
  const [params] = useSearchParams()
  const state = params.get('state') === 'closed' ? 'closed' : 'open'
  const pageNumber = Math.max(1, Number.parseInt(params.get('pageNumber') ?? '1', 10) || 1)
  const query = useDiscrepanciesQuery({ state, pageNumber }, { refetchOnMountOrArgChange: true })
  const { currentData, error } = query
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={DISCREPANCIES.heading} noIndex />
      <header className="grid gap-2">
        <h1 id="list-title">{DISCREPANCIES.heading}</h1>
        <p className="max-w-prose text-muted">{DISCREPANCIES.about}</p>
      </header>
      <nav aria-label={DISCREPANCIES.tabs} className="flex gap-6 border-b border-line">
        <Tab to="/admin/discrepancies" isHere={state === 'open'}>
          {DISCREPANCIES.open}
        </Tab>
        <Tab to="/admin/discrepancies?state=closed" isHere={state === 'closed'}>
          {DISCREPANCIES.closed}
        </Tab>
      </nav>
      <LoadFailure queries={[query]} />
      {!currentData && !error && <Skeleton className="h-64" />}
      {currentData?.total === 0 && (
        <EmptyList>{state === 'open' ? DISCREPANCIES.noneOpen : DISCREPANCIES.noneClosed}</EmptyList>
      )}
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
