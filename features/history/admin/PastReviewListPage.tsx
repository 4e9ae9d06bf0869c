import { useState } from 'react'
import { choices, chosen } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { usePastReviewsQuery } from './historyApi.ts'
import { OlderLinks } from './OlderLinks.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { PAST_REVIEW_LIST } from './texts.ts'

/** The reviews of other shops: to read, to hide, and to say what they are about. */
export default function PastReviewListPage() {
  const address = useListAddress()
  const query = usePastReviewsQuery(address.query, { refetchOnMountOrArgChange: true })
  const { reviews = [], next = null, unassigned } = query.currentData ?? {}
  const [failure, setFailure] = useState<string | null>(null)
  const say = (problem: unknown) => setFailure(problem ? messageOf(problem as ApiFailure) : null)
  const { lists } = PAST_REVIEW_LIST
  const counted = unassigned === undefined ? lists : { ...lists, unassigned: PAST_REVIEW_LIST.unassigned(unassigned) }
  const tabs = { name: 'show', label: PAST_REVIEW_LIST.tabs, options: choices(counted) }
  return (
    <ListScreen
      title={PAST_REVIEW_LIST.heading}
      about={PAST_REVIEW_LIST.about}
      address={address}
      query={query}
      total={query.currentData && reviews.length}
      tabs={tabs}
      searchLabel={PAST_REVIEW_LIST.search}
      banner={failure && <Alert onDismiss={() => setFailure(null)}>{failure}</Alert>}
      empty={PAST_REVIEW_LIST.none[chosen(tabs, address)]}
      foot={<OlderLinks address={address} next={next} label={PAST_REVIEW_LIST.pages} />}
    >
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <ReviewCard key={review._id} review={review} say={say} />
        ))}
      </ul>
    </ListScreen>
  )
}
