import { PAST_SOURCES } from '#contract/history.ts'
import type { Filter } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PAST_SOURCE_NAMES } from '../shop/texts.ts'
import { usePastOrdersQuery } from './historyApi.ts'
import { OlderLinks } from './OlderLinks.tsx'
import { pastOrderTable } from './past-order-table.tsx'
import { PAST_ORDERS } from './texts.ts'

const FILTERS: Filter[] = [
  {
    name: 'source',
    label: PAST_ORDERS.source,
    options: [
      ['', PAST_ORDERS.everywhere],
      ...PAST_SOURCES.map((source) => [source, PAST_SOURCE_NAMES[source]] as const),
    ],
  },
]

/** The orders of other shops, to search and to read. */
export default function PastOrderListPage() {
  const address = useListAddress()
  const query = usePastOrdersQuery(address.query, { refetchOnMountOrArgChange: true })
  const { orders = [], next = null } = query.currentData ?? {}
  return (
    <ListScreen
      title={PAST_ORDERS.heading}
      about={PAST_ORDERS.about}
      address={address}
      query={query}
      total={query.currentData && orders.length}
      action={
        <ButtonLink to="/admin/imports" variant="secondary">
          {PAST_ORDERS.import}
        </ButtonLink>
      }
      searchLabel={PAST_ORDERS.search}
      filters={FILTERS}
      banner={
        address.read('customer') && (
          <p className="flex flex-wrap items-center gap-x-4">
            {PAST_ORDERS.ofCustomer}
            <Button variant="quiet" onClick={() => address.change({ customer: '' })}>
              {PAST_ORDERS.showAll}
            </Button>
          </p>
        )
      }
      empty={PAST_ORDERS.empty}
      caption={PAST_ORDERS.caption}
      table={pastOrderTable(orders)}
      foot={<OlderLinks address={address} next={next} label={PAST_ORDERS.pages} />}
    />
  )
}
