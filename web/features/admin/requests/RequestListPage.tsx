import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { RequestList } from '#contract/admin/requests.ts'
import { REQUESTS } from '../../../texts/admin-requests.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { InView } from '../../../ui/InView.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { EmptyList } from '../lists/EmptyList.tsx'
import { Tab } from '../lists/Tab.tsx'
import { useAdminRequestsQuery } from './adminRequestsApi.ts'
import { RequestCard } from './RequestCard.tsx'

/** The requests of shoppers: to answer, waiting to hear of a piece, done. */
export default function RequestListPage() {
  const [params] = useSearchParams()
  const show = RequestList.catch('open').parse(params.get('show'))
  const keyword = params.get('keyword') ?? ''
  const pageNumber = Math.max(1, Number.parseInt(params.get('pageNumber') ?? '1', 10) || 1)
  const address = new URLSearchParams({ show, ...(keyword && { keyword }) })
  const query = useAdminRequestsQuery(`${address}&pageNumber=${pageNumber}`, { refetchOnMountOrArgChange: true })
  const [answered, setAnswered] = useState<string>()
  const { currentData, error } = query
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={REQUESTS.heading} noIndex />
      <header className="grid gap-2">
        <h1 id="list-title">{REQUESTS.heading}</h1>
        <p className="max-w-prose text-muted">{REQUESTS.about}</p>
      </header>
      <nav aria-label={REQUESTS.tabs} className="flex flex-wrap gap-x-6 border-b border-line">
        {RequestList.options.map((one) => (
          <Tab key={one} to={`/admin/requests?show=${one}`} isHere={one === show}>
            {REQUESTS.lists[one]}
          </Tab>
        ))}
      </nav>
      {answered && (
        <InView key={answered}>
          <Alert kind="success" onDismiss={() => setAnswered(undefined)}>
            {REQUESTS.sent(answered)}
          </Alert>
        </InView>
      )}
      <LoadFailure queries={[query]} />
      {!currentData && !error && <Skeleton className="h-64" />}
      {currentData?.total === 0 && <Nothing show={show} keyword={keyword} />}
      {currentData && currentData.total > 0 && (
        <ul className="grid gap-4">
          {currentData.requests.map((request) => (
            <RequestCard key={request._id} request={request} onAnswered={() => setAnswered(request.email)} />
          ))}
        </ul>
      )}
      {currentData && (
        <Pagination
          page={currentData.page}
          pages={currentData.pages}
          hrefOf={(page) => `/admin/requests?${address}&pageNumber=${page}`}
        />
      )}
    </section>
  )
}

const Nothing = ({ show, keyword }: { show: RequestList; keyword: string }) => (
  <EmptyList>
    <p>{keyword ? REQUESTS.nothing(keyword) : REQUESTS.none[show]}</p>
    {keyword && (
      <p>
        <Link to={`/admin/requests?show=${show}`}>{REQUESTS.all}</Link>
      </p>
    )}
  </EmptyList>
)
