import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import { EditScreen, useListPath } from '#web/admin/lists/EditScreen.tsx'
import { ShopDay } from '#web/shop/settings/ShopDay.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Customer, CustomerOrder } from '../contract.ts'
import { useCustomerQuery } from './customersApi.ts'
import { MergePanel } from './MergePanel.tsx'
import { NoteForm } from './NoteForm.tsx'
import { CUSTOMER, CUSTOMERS } from './texts.ts'

/** A customer: facts, notes, orders, and the way to erase their data. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const query = useCustomerQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: customer } = query
  const list = { path: useListPath('/admin/customers'), label: CUSTOMERS.title }
  return (
    <EditScreen title={customer?.name ?? CUSTOMER.title} list={list} noun={CUSTOMER.noun} query={query}>
      {customer && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <div className="grid grid-cols-1 gap-6">
            <Facts customer={customer} />
            <MergePanel customer={customer} />
            <Orders orders={customer.orderList} />
          </div>
          <div className="grid grid-cols-1 gap-6">
            <NoteForm key={customer._id} customer={customer} />
            <Erasing customer={customer} />
          </div>
        </div>
      )}
    </EditScreen>
  )
}

function Facts({ customer }: { customer: Customer }) {
  const { email, phone, city, orders, spent, lastOrderAt, since, wishes, isGuest } = customer
  const { labels } = CUSTOMER
  return (
    <Panel>
      <section aria-labelledby="customer-facts" className="grid gap-4">
        <header className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="customer-facts">{CUSTOMER.facts}</h2>
          <Badge kind={isGuest ? 'neutral' : 'good'}>{isGuest ? CUSTOMER.guest : CUSTOMER.account}</Badge>
        </header>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <Fact label={labels.email}>{email ? <a href={`mailto:${email}`}>{email}</a> : CUSTOMER.noEmail}</Fact>
          {phone && (
            <Fact label={labels.phone}>
              <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
            </Fact>
          )}
          {city && <Fact label={labels.city}>{city}</Fact>}
          <Fact label={labels.orders}>{orders}</Fact>
          <Fact label={labels.spent}>{formatDollars(spent)}</Fact>
          {lastOrderAt && (
            <Fact label={labels.last}>
              <ShopDay of={lastOrderAt} />
            </Fact>
          )}
          <Fact label={labels.since}>
            <ShopDay of={since} />
          </Fact>
          {wishes > 0 && <Fact label={labels.wishes}>{CUSTOMER.wishes(wishes)}</Fact>}
        </dl>
      </section>
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere tabular-nums">{children}</dd>
  </div>
)

const BADGES = {
  unpaid: 'bad',
  canceled: 'neutral',
  'to ship': 'warning',
  shipped: 'good',
  refunded: 'neutral',
} as const

/** The newest 50 orders, as links. */
const Orders = ({ orders }: { orders: CustomerOrder[] }) => (
  <section aria-labelledby="customer-orders" className="grid gap-3">
    <h2 id="customer-orders">{CUSTOMER.orders}</h2>
    {orders.length === 0 && <p className="text-muted">{CUSTOMER.noOrders}</p>}
    <ul className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm empty:hidden">
      {orders.map(({ _id, number, createdAt, state, total, refunded }) => (
        <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <Link to={`/order/${_id}`} className="inline-flex min-h-11 items-center font-medium">
            {CUSTOMER.order(number)}
          </Link>
          <span className="text-sm text-muted">
            <ShopDay of={createdAt} />
          </span>
          <Badge kind={BADGES[state]}>{CUSTOMER.states[state]}</Badge>
          <span className="ml-auto grid justify-items-end tabular-nums">
            {formatDollars(total)}
            {refunded > 0 && <span className="text-xs text-muted">{CUSTOMER.refunded(refunded)}</span>}
          </span>
        </li>
      ))}
    </ul>
    {orders.length === 50 && <p className="text-sm text-muted">{CUSTOMER.newest}</p>}
  </section>
)

/** Where the customer's data are erased: the list of users, or their last order. */
function Erasing({ customer: { isGuest, email, orderList } }: { customer: Customer }) {
  const [last] = orderList
  const target = isGuest
    ? last && { to: `/order/${last._id}`, label: CUSTOMER.toOrder(last.number) }
    : { to: `/admin/userlist?keyword=${encodeURIComponent(email)}`, label: CUSTOMER.toUser }
  return (
    target && (
      <section aria-labelledby="customer-erase" className="grid justify-items-start gap-2">
        <h2 id="customer-erase" className="text-lg">
          {CUSTOMER.erase}
        </h2>
        <p className="text-sm text-muted">{isGuest ? CUSTOMER.eraseGuest : CUSTOMER.eraseAccount}</p>
        <ButtonLink variant="quiet" className="-ml-3" to={target.to}>
          {target.label}
        </ButtonLink>
      </section>
    )
  )
}
