import { choices, chosen } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { DiscrepancyCard } from './DiscrepancyCard.tsx'
import { useDiscrepanciesQuery } from './discrepanciesApi.ts'
import { DISCREPANCIES } from './texts.ts'

const STATES = {
  name: 'state',
  label: DISCREPANCIES.tabs,
  options: choices({ open: DISCREPANCIES.open, closed: DISCREPANCIES.closed }),
}

/** The open and closed discrepancies between the shop's ledger and the card service. */
export default function DiscrepancyListPage() {
  const address = useListAddress()
  const state = chosen(STATES, address)
  const query = useDiscrepanciesQuery({ state, pageNumber: address.page }, { refetchOnMountOrArgChange: true })
  return (
    <ListScreen
      title={DISCREPANCIES.heading}
      about={DISCREPANCIES.about}
      address={address}
      query={query}
      tabs={STATES}
      empty={state === 'open' ? DISCREPANCIES.noneOpen : DISCREPANCIES.noneClosed}
    >
      <ul className="grid gap-4">
        {query.currentData?.discrepancies.map((discrepancy) => (
          <DiscrepancyCard key={discrepancy._id} discrepancy={discrepancy} />
        ))}
      </ul>
    </ListScreen>
  )
}
