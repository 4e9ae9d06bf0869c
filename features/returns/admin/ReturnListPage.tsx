import { choices, chosen } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { AdminReturn } from '../admin-contract.ts'
import { useAdminReturnsQuery } from './adminReturnsApi.ts'
import { ReturnCard } from './ReturnCard.tsx'
import { RETURN, RETURN_LIST } from './texts.ts'
import { UnmatchedCard } from './UnmatchedCard.tsx'

const SHOWN = { name: 'show', label: RETURN_LIST.tabs, options: choices(RETURN_LIST.lists) }
const CARD = 'rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6'

/** The returns of buyers: to answer, on their way back, done, and withdrawals that name no order. */
export default function ReturnListPage() {
  const address = useListAddress()
  const query = useAdminReturnsQuery(address.query, { refetchOnMountOrArgChange: true })
  return (
    <ListScreen
      title={RETURN_LIST.heading}
      about={RETURN_LIST.about}
      address={address}
      query={query}
      tabs={SHOWN}
      action={
        <ButtonLink to="/admin/returns/policy" variant="secondary">
          {RETURN_LIST.policy}
        </ButtonLink>
      }
      empty={RETURN_LIST.none[chosen(SHOWN, address)]}
    >
      <ul className="grid gap-4">
        {query.currentData?.returns.map((one) => (
          <li key={one._id} className={CARD}>
            <ReturnCard one={one} title={<OrderTitle one={one} />} />
          </li>
        ))}
        {query.currentData?.unmatched.map((one) => (
          <li key={one._id} className={CARD}>
            <UnmatchedCard one={one} />
          </li>
        ))}
      </ul>
    </ListScreen>
  )
}

const OrderTitle = ({ one: { kind, order, buyer } }: { one: AdminReturn }) => (
  <h2 className="min-w-0 text-xl break-words">
    <Link to={`/order/${order._id}`}>{RETURN.ofOrder[kind](order.number)}</Link>{' '}
    <span className="font-sans text-base text-muted">{buyer.name}</span>
  </h2>
)
