import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { PastOrder } from '#contract/admin/history.ts'
import { formatCalendarDay, formatDay } from '#contract/dates.ts'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PAST_SOURCE_NAMES } from '../shop/texts.ts'
import { useErasePastCustomerMutation, usePastOrderQuery } from './historyApi.ts'
import { formatPastAmount } from './past-amount.ts'
import { PAST_ORDER, PAST_ORDERS } from './texts.ts'

/** An order of another shop, to read. */
export default function PastOrderPage() {
  const { id = '' } = useParams()
  const query = usePastOrderQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: order } = query
  return (
    <EditScreen
      title={order ? PAST_ORDER.title(order.number) : PAST_ORDERS.heading}
      list={{ path: '/admin/past-orders', label: PAST_ORDERS.heading }}
      noun={PAST_ORDER.noun}
      query={query}
    >
      {order && <Loaded order={order} />}
    </EditScreen>
  )
}

const Loaded = ({ order }: { order: PastOrder }) => (
  <>
    <p className="flex flex-wrap items-center gap-3 text-muted">
      <Badge kind="neutral">{PAST_ORDERS.from(PAST_SOURCE_NAMES[order.source])}</Badge>
      {PAST_ORDER.from(PAST_SOURCE_NAMES[order.source], formatCalendarDay(order.day))}
    </p>
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Panel>
        <h2 className="mb-4 text-lg">{PAST_ORDER.items}</h2>
        <Items order={order} />
        <Amounts order={order} />
      </Panel>
      <Panel>
        <Customer order={order} />
      </Panel>
    </div>
  </>
)

const Items = ({ order: { items, currency } }: { order: PastOrder }) => (
  <ul className="divide-y divide-line border-y border-line">
    {items.map(({ name, options, sku, qty, price, product }, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
      <li key={line} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-3">
        <span className="grid min-w-0 gap-1">
          <span className="font-medium wrap-anywhere">
            {qty} × <bdi>{name}</bdi>
          </span>
          {[options, sku].some(Boolean) && (
            <span className="text-sm text-muted wrap-anywhere">{[options, sku].filter(Boolean).join(' · ')}</span>
          )}
          {product && (
            <Link
              to={`/admin/products/${product._id}/edit`}
              className="inline-flex min-h-11 items-center text-sm wrap-anywhere"
            >
              {PAST_ORDER.product(product.name)}
            </Link>
          )}
        </span>
        <span className="tabular-nums">{formatPastAmount(price, currency)}</span>
      </li>
    ))}
  </ul>
)

function Amounts({ order }: { order: PastOrder }) {
  const { currency, itemsPrice, discount, shippingPrice, tax, total, refunded } = order
  const rows: [string, number | null][] = [
    [PAST_ORDER.itemsPrice, itemsPrice],
    [PAST_ORDER.discount, discount && -discount],
    [PAST_ORDER.shipping, shippingPrice],
    [PAST_ORDER.tax, tax],
    [PAST_ORDER.refunded, refunded && -refunded],
  ]
  return (
    <dl aria-label={PAST_ORDER.amounts} className="mt-4 ml-auto grid max-w-xs grid-cols-[1fr_auto] gap-x-8 gap-y-1">
      {rows.map(
        ([label, amount]) =>
          amount !== null && (
            <Amount key={label} label={label}>
              {formatPastAmount(amount, currency)}
            </Amount>
          ),
      )}
      <Amount label={PAST_ORDER.total}>
        <strong>{total === null ? PAST_ORDER.unknown : formatPastAmount(total, currency)}</strong>
      </Amount>
    </dl>
  )
}

const Amount = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="text-right tabular-nums">{children}</dd>
  </>
)

function Customer({ order }: { order: PastOrder }) {
  const { name, email, customer, recipient, address, status, importedAt } = order
  const { timeZone } = useShop()
  const navigate = useNavigate()
  const [erase, { error, isLoading, reset }] = useErasePastCustomerMutation()
  const onErase = async (id: string) => {
    if (!(await erase(id)).error) navigate('/admin/past-orders')
  }
  return (
    <div className="grid gap-5">
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <Part heading={PAST_ORDER.customer}>
        <p className="wrap-anywhere">
          <bdi>{name || PAST_ORDERS.unknown}</bdi>
        </p>
        {email && <p className="wrap-anywhere">{email}</p>}
        {customer && customer.orders > 1 && (
          <Link to={`/admin/past-orders?customer=${customer._id}`} className="inline-flex min-h-11 items-center">
            {PAST_ORDER.others(customer.orders)}
          </Link>
        )}
      </Part>
      {(recipient || address.length > 0) && (
        <Part heading={PAST_ORDER.address}>
          <address className="grid not-italic wrap-anywhere">
            <bdi>{recipient}</bdi>
            {address.map((line) => (
              <bdi key={line}>{line}</bdi>
            ))}
          </address>
        </Part>
      )}
      {status && (
        <Part heading={PAST_ORDER.status}>
          <p className="wrap-anywhere">{status}</p>
        </Part>
      )}
      <p className="text-sm text-muted">{PAST_ORDER.imported(formatDay(importedAt, timeZone))}</p>
      {customer && (
        <div>
          <ConfirmButton
            variant="quiet"
            isBusy={isLoading}
            sentence={PAST_ORDER.eraseSentence}
            action={PAST_ORDER.erase}
            onConfirm={() => void onErase(customer._id)}
          >
            {PAST_ORDER.erase}
          </ConfirmButton>
        </div>
      )}
    </div>
  )
}

const Part = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section className="grid gap-1">
    <h2 className="text-lg">{heading}</h2>
    {children}
  </section>
)
