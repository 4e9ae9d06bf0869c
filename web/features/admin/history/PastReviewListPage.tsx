import { useState } from 'react'
import { PastReviewQuery } from '#contract/admin/history.ts'
import { messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { PAST_REVIEW_LIST } from '../../../texts/admin-history.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { EmptyList } from '../lists/EmptyList.tsx'
import { useListAddress } from '../lists/list-address.ts'
import { SearchBox } from '../lists/SearchBox.tsx'
import { Tab } from '../lists/Tab.tsx'
import { usePastReviewsQuery } from './historyApi.ts'
import { OlderLinks } from './OlderLinks.tsx'
import { withoutPlace } from './PastOrderListPage.tsx'
import { ReviewCard } from './ReviewCard.tsx'

const LISTS = ['all', 'unassigned', 'hidden'] as const

/** The reviews of other shops: to read, to hide, and to say what they are about. */
export default function PastReviewListPage() {
  const address = withoutPlace(useListAddress())
  const show = PastReviewQuery.shape.show.catch('all').parse(address.read('show', 'all'))
  const query = usePastReviewsQuery(address.query, { refetchOnMountOrArgChange: true })
  const { currentData, error } = query
  const [failure, setFailure] = useState<string | null>(null)
  const say = (problem: unknown) => setFailure(problem ? messageOf(problem as ApiFailure) : null)
  const labelOf = (list: (typeof LISTS)[number]) =>
    list === 'unassigned' && currentData
      ? PAST_REVIEW_LIST.unassigned(currentData.unassigned)
      : PAST_REVIEW_LIST.lists[list]
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={PAST_REVIEW_LIST.heading} noIndex />
      <header className="grid gap-2">
        <h1 id="list-title">{PAST_REVIEW_LIST.heading}</h1>
        <p className="max-w-prose text-muted">{PAST_REVIEW_LIST.about}</p>
      </header>
      <nav aria-label={PAST_REVIEW_LIST.tabs} className="flex flex-wrap gap-x-6 border-b border-line">
        {LISTS.map((list) => (
          <Tab key={list} to={list === 'all' ? '/admin/past-reviews' : `?show=${list}`} isHere={list === show}>
            {labelOf(list)}
          </Tab>
        ))}
      </nav>
      <search className="max-w-md">
        <SearchBox label={PAST_REVIEW_LIST.search} address={address} />
      </search>
      {failure && <Alert onDismiss={() => setFailure(null)}>{failure}</Alert>}
      <LoadFailure queries={[query]} />
      {!currentData && !error && <Skeleton className="h-96" />}
      {currentData?.reviews.length === 0 && (
        <EmptyList>{address.read('keyword') ? PAST_REVIEW_LIST.nothing : PAST_REVIEW_LIST.none[show]}</EmptyList>
      )}
      {currentData && currentData.reviews.length > 0 && (
        <ul className="grid gap-4">
          {currentData.reviews.map((review) => (
            <ReviewCard key={review._id} review={review} say={say} />
          ))}
        </ul>
      )}
      {currentData && (
        <OlderLinks
          address={address}
          next={currentData.next}
          label={PAST_REVIEW_LIST.pages}
          newest={PAST_REVIEW_LIST.newest}
          older={PAST_REVIEW_LIST.older}
        />
      )}
    </section>
  )
}
