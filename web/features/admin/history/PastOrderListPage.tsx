import { PAST_SOURCES } from '#contract/history.ts'
import { PAST_ORDERS } from '../../../texts/admin-history.ts'
import { PAST_SOURCE_NAMES } from '../../../texts/past-reviews.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { EmptyList } from '../lists/EmptyList.tsx'
import { type ListAddress, useListAddress } from '../lists/list-address.ts'
import { SearchBox } from '../lists/SearchBox.tsx'
import { usePastOrdersQuery } from './historyApi.ts'
import { OlderLinks } from './OlderLinks.tsx'
import { PastOrderTable } from './PastOrderTable.tsx'

/** The orders of other shops, to search and to read. */
export default function PastOrderListPage() {
  const address = withoutPlace(useListAddress())
  const query = usePastOrdersQuery(address.query, { refetchOnMountOrArgChange: true })
  const { currentData, error } = query
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={PAST_ORDERS.heading} noIndex />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-2">
          <h1 id="list-title">{PAST_ORDERS.heading}</h1>
          <p className="max-w-prose text-muted">{PAST_ORDERS.about}</p>
        </div>
        <ButtonLink to="/admin/imports" variant="secondary">
          {PAST_ORDERS.import}
        </ButtonLink>
      </header>
      <search className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(14rem,26rem)_1fr]">
        <SearchBox label={PAST_ORDERS.search} address={address} />
        <div className="grid grid-cols-2 items-end gap-4 sm:flex">
          <SelectField
            label={PAST_ORDERS.source}
            value={address.read('source')}
            onChange={({ target }) => address.change({ source: target.value })}
          >
            <option value="">{PAST_ORDERS.everywhere}</option>
            {PAST_SOURCES.map((source) => (
              <option key={source} value={source}>
                {PAST_SOURCE_NAMES[source]}
              </option>
            ))}
          </SelectField>
        </div>
      </search>
      {address.read('customer') && (
        <p className="flex flex-wrap items-center gap-x-4">
          {PAST_ORDERS.ofCustomer}
          <Button variant="quiet" onClick={() => address.change({ customer: '' })}>
            {PAST_ORDERS.showAll}
          </Button>
        </p>
      )}
      <LoadFailure queries={[query]} />
      {!currentData && !error && <Skeleton className="h-96" />}
      {currentData?.orders.length === 0 && <Nothing isNarrowed={address.query !== ''} />}
      {currentData && currentData.orders.length > 0 && <PastOrderTable orders={currentData.orders} address={address} />}
      {currentData && (
        <OlderLinks
          address={address}
          next={currentData.next}
          label={PAST_ORDERS.pages}
          newest={PAST_ORDERS.newest}
          older={PAST_ORDERS.older}
        />
      )}
    </section>
  )
}

/** The address of a list whose pages follow each other: another search begins with the newest. */
export const withoutPlace = (address: ListAddress): ListAddress => ({
  ...address,
  change: (values) => address.change({ after: '', ...values }),
})

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <EmptyList>
    <p>{isNarrowed ? PAST_ORDERS.nothing : PAST_ORDERS.empty}</p>
    <p>
      <Link to={isNarrowed ? '/admin/past-orders' : '/admin/imports'}>
        {isNarrowed ? PAST_ORDERS.showAll : PAST_ORDERS.import}
      </Link>
    </p>
  </EmptyList>
)
