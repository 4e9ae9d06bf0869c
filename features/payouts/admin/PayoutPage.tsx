import { useParams } from 'react-router'
import type { PayoutPage as Page } from '#contract/admin/money-check.ts'
import { cardText } from '#contract/cards.ts'
import { formatCalendarDay, formatDay, formatMoment } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { ReportTable } from '#web/admin/lists/ReportTable.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePayoutQuery } from './moneyApi.ts'
import { PayoutStatus } from './PayoutStatus.tsx'
import { PAYOUTS } from './texts.ts'

/** A payout of the card service with its entries, each beside its order. */
export default function PayoutPage() {
  const { id = '' } = useParams()
  const address = useListAddress()
  const query = usePayoutQuery({ id, pageNumber: address.page }, { refetchOnMountOrArgChange: true })
  const { currentData: page, error } = query
  const { timeZone } = useShop()
  const title = page ? PAYOUTS.title(formatDay(page.payout.createdAt, timeZone)) : PAYOUTS.heading
  return (
    <div className="grid grid-cols-1 gap-6">
      <Head title={title} noIndex />
      <header className="grid gap-1">
        <Link to="/admin/money-check" className="justify-self-start py-2 text-sm">
          {PAYOUTS.back}
        </Link>
        <h1>{title}</h1>
      </header>
      <LoadFailure queries={[query]} />
      {!page && !error && <Skeleton className="h-96" />}
      {page && <Facts page={page} />}
      {page && <Entries page={page} />}
      {page && <Pagination page={page.page} pages={page.pages} hrefOf={(number) => address.hrefOf(number)} />}
    </div>
  )
}

function Facts({ page: { payout, sum, isRead } }: { page: Page }) {
  const { amount, fee, status, arrives, bankReference } = payout
  const addsUp = sum === amount || sum - fee === amount
  return (
    <div className="grid gap-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-4 *:grid *:gap-1">
        <div>
          <dt className="text-sm text-muted">{PAYOUTS.amount}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{formatDollars(amount)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{PAYOUTS.status}</dt>
          <dd>
            <PayoutStatus status={status} />
          </dd>
        </div>
        {arrives && (
          <div>
            <dt className="text-sm text-muted">{PAYOUTS.arrives}</dt>
            <dd>{formatCalendarDay(arrives)}</dd>
          </div>
        )}
        {bankReference && (
          <div>
            <dt className="text-sm text-muted">{PAYOUTS.reference}</dt>
            <dd className="wrap-anywhere">{bankReference}</dd>
          </div>
        )}
      </dl>
      {isRead ? (
        <Alert kind={addsUp ? 'success' : 'warning'}>
          {addsUp ? PAYOUTS.addsUp : PAYOUTS.addsUpTo(formatDollars(sum))}
          {fee !== 0 && ` ${PAYOUTS.transferFee(formatDollars(fee))}`}
        </Alert>
      ) : (
        <Alert kind="info">{PAYOUTS.unread}</Alert>
      )}
    </div>
  )
}

function Entries({ page: { entries } }: { page: Page }) {
  const { timeZone } = useShop()
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2>{PAYOUTS.entries}</h2>
      <ReportTable
        caption={PAYOUTS.entries}
        keyOf={({ _id }) => _id}
        rows={entries}
        columns={[
          {
            heading: PAYOUTS.about,
            cell: ({ kind, card }) => (
              <>
                {PAYOUTS.kinds[kind] ?? readable(kind)}
                {card && <span className="block text-sm font-normal text-muted">{cardText(card)}</span>}
              </>
            ),
          },
          {
            heading: PAYOUTS.ofOrder,
            cell: ({ order }) =>
              order ? <Link to={`/order/${order._id}`}>{PAYOUTS.order(order.number)}</Link> : PAYOUTS.notOurs,
            isText: true,
          },
          { heading: PAYOUTS.when, cell: ({ at }) => formatMoment(at, timeZone), isText: true },
          { heading: PAYOUTS.gross, cell: ({ gross }) => formatDollars(gross) },
          { heading: PAYOUTS.fee, cell: ({ fee }) => formatDollars(fee) },
          { heading: PAYOUTS.net, cell: ({ net }) => formatDollars(net) },
        ]}
      />
    </section>
  )
}

/** `Tax on fee` for TAX_ON_FEE. */
const readable = (kind: string) => kind.charAt(0) + kind.slice(1).toLowerCase().replaceAll('_', ' ')
