import { choices, chosen } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { AskingCard } from './AskingCard.tsx'
import { useAdminReviewsQuery } from './adminReviewsApi.ts'
import { ReviewCard } from './ReviewCard.tsx'
import { REVIEW_LIST } from './texts.ts'

/** The reviews of buyers: to read, to answer, to hide, and whether buyers are asked. */
export default function ReviewListPage() {
  const address = useListAddress()
  const query = useAdminReviewsQuery(address.query, { refetchOnMountOrArgChange: true })
  const { reviews = [], counts } = query.currentData ?? {}
  const { lists, counted } = REVIEW_LIST
  const options = choices({
    ...lists,
    ...(counts && {
      waiting: counted(lists.waiting, counts.waiting),
      hidden: counted(lists.hidden, counts.hidden),
    }),
  })
  const tabs = { name: 'show', label: REVIEW_LIST.tabs, options }
  return (
    <ListScreen
      title={REVIEW_LIST.heading}
      about={REVIEW_LIST.about}
      address={address}
      query={query}
      tabs={tabs}
      searchLabel={REVIEW_LIST.search}
      banner={<AskingCard />}
      empty={REVIEW_LIST.none[chosen(tabs, address)]}
    >
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <ReviewCard key={review._id} review={review} />
        ))}
      </ul>
    </ListScreen>
  )
}
