import { useState } from 'react'
import { choices, chosen } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { InView } from '#web/ui/InView.tsx'
import { useAdminRequestsQuery } from './adminRequestsApi.ts'
import { RequestCard } from './RequestCard.tsx'
import { REQUESTS } from './texts.ts'

const SHOWN = { name: 'show', label: REQUESTS.tabs, options: choices(REQUESTS.lists) }

/** The requests of shoppers: to answer, waiting to hear of a piece, done. */
export default function RequestListPage() {
  const address = useListAddress()
  const query = useAdminRequestsQuery(address.query, { refetchOnMountOrArgChange: true })
  const [answered, setAnswered] = useState<string>()
  return (
    <ListScreen
      title={REQUESTS.heading}
      about={REQUESTS.about}
      address={address}
      query={query}
      tabs={SHOWN}
      searchLabel={REQUESTS.search}
      banner={
        answered && (
          <InView key={answered}>
            <Alert kind="success" onDismiss={() => setAnswered(undefined)}>
              {REQUESTS.sent(answered)}
            </Alert>
          </InView>
        )
      }
      empty={REQUESTS.none[chosen(SHOWN, address)]}
    >
      <ul className="grid gap-4">
        {query.currentData?.requests.map((request) => (
          <RequestCard key={request._id} request={request} onAnswered={() => setAnswered(request.email)} />
        ))}
      </ul>
    </ListScreen>
  )
}
