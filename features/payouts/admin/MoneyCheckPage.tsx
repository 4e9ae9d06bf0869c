import type { MoneyCheck } from '#contract/admin/money-check.ts'
import { dayOf, formatCalendarDay, formatDay, formatMoment, formatMonth } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { chosen, type Filter } from '#web/admin/lists/ListFilters.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { ReportTable } from '#web/admin/lists/ReportTable.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { DiscrepancyCard } from './DiscrepancyCard.tsx'
import { useDiscrepanciesQuery } from './discrepanciesApi.ts'
import { useCheckMoneyMutation, useMoneyCheckQuery } from './moneyApi.ts'
import { PayoutStatus } from './PayoutStatus.tsx'
import { MONEY_CHECK, PAYOUTS } from './texts.ts'

const MONTHS_SHOWN = 24

/** The money of a month beside the payouts of the card service, and everything that differs. */
export default function MoneyCheckPage() {
  const { timeZone } = useShop()
  const address = useListAddress()
  const months = monthsBack(dayOf(new Date(), timeZone).slice(0, 7))
  const query = useMoneyCheckQuery(chosen(months, address), { refetchOnMountOrArgChange: true })
  const { currentData: money } = query
  const [check, { data, error, isLoading }] = useCheckMoneyMutation()
  return (
    <ListScreen
      title={MONEY_CHECK.title}
      about={MONEY_CHECK.about}
      address={address}
      query={query}
      action={
        <Button type="button" variant="secondary" isBusy={isLoading} onClick={() => check()}>
          {MONEY_CHECK.check}
        </Button>
      }
      filters={[months]}
      banner={
        <div className="grid gap-4 empty:hidden">
          {(error || data?.reading === 'unanswered') && (
            <Alert kind="warning">{error ? messageOf(error) : MONEY_CHECK.unanswered}</Alert>
          )}
          {money?.isRefused && <Alert kind="warning">{MONEY_CHECK.refused}</Alert>}
          {money && !money.readAt && <Alert kind="info">{MONEY_CHECK.neverRead}</Alert>}
        </div>
      }
      empty={null}
      foot={
        money?.readAt && (
          <p className="text-sm text-muted">{MONEY_CHECK.readAt(formatMoment(money.readAt, timeZone))}</p>
        )
      }
    >
      <Differences />
      {money && <Days money={money} />}
      {money && <Payouts payouts={money.payouts} />}
    </ListScreen>
  )
}

/** This month and those before, such as 2026-11. */
function monthsBack(thisMonth: string): Filter {
  const [year = 0, month = 0] = thisMonth.split('-').map(Number)
  const before = Array.from({ length: MONTHS_SHOWN - 1 }, (_, back) =>
    new Date(Date.UTC(year, month - 2 - back, 1)).toISOString().slice(0, 7),
  )
  return {
    name: 'month',
    label: MONEY_CHECK.month,
    options: [[thisMonth, formatMonth(thisMonth)], ...before.map((one) => [one, formatMonth(one)] as const)],
  }
}

/** The open discrepancies, the oldest first. */
function Differences() {
  const query = useDiscrepanciesQuery({ state: 'open', pageNumber: 1 }, { refetchOnMountOrArgChange: true })
  const { data } = query
  return (
    <section aria-labelledby="differences" className="grid gap-4">
      <h2 id="differences">{MONEY_CHECK.differences}</h2>
      <LoadFailure queries={[query]} />
      {data?.total === 0 && <Alert kind="success">{MONEY_CHECK.agrees}</Alert>}
      {data && data.total > 0 && (
        <ul className="grid gap-4">
          {data.discrepancies.map((discrepancy) => (
            <DiscrepancyCard key={discrepancy._id} discrepancy={discrepancy} headingLevel={3} />
          ))}
        </ul>
      )}
      {data && data.pages > 1 && <Link to="/admin/discrepancies">{MONEY_CHECK.seeAll}</Link>}
    </section>
  )
}

type Figures = MoneyCheck['total']
type Row = Figures & { day?: string }

const { columns } = MONEY_CHECK

function Days({ money: { days, total, elsewhere } }: { money: MoneyCheck }) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2>{MONEY_CHECK.days}</h2>
      {days.length === 0 ? (
        <Panel>{MONEY_CHECK.nothing}</Panel>
      ) : (
        <ReportTable<Row>
          caption={MONEY_CHECK.days}
          keyOf={({ day }) => day ?? ''}
          rows={days}
          total={total}
          columns={[
            { heading: MONEY_CHECK.day, cell: ({ day }) => (day ? formatCalendarDay(day) : MONEY_CHECK.total) },
            { heading: MONEY_CHECK.state, cell: (row) => <State {...row} />, isText: true },
            { heading: columns.orders, cell: ({ orders }) => orders.toLocaleString('en-US') },
            ...AMOUNTS.map((name) => ({ heading: columns[name], cell: (row: Row) => amount(row[name]) })),
          ]}
        />
      )}
      {elsewhere !== 0 && <p className="max-w-prose text-muted">{MONEY_CHECK.elsewhere(formatDollars(elsewhere))}</p>}
    </section>
  )
}

const AMOUNTS = ['taken', 'refunded', 'fees', 'disputed', 'left', 'paidOut'] as const

/** Nothing is a dash, so that what moved stands out. */
const amount = (cents: number) => (cents === 0 ? '–' : formatDollars(cents))

function State({ differences, unknownFees, left, paidOut }: Figures) {
  if (differences > 0) return <Badge kind="bad">{MONEY_CHECK.differs(differences)}</Badge>
  if (left !== paidOut) return <Badge kind="neutral">{MONEY_CHECK.toCome(formatDollars(left - paidOut))}</Badge>
  if (unknownFees > 0) return <Badge kind="neutral">{MONEY_CHECK.feesToCome(unknownFees)}</Badge>
  return <Badge kind="good">{MONEY_CHECK.adds}</Badge>
}

function Payouts({ payouts }: Pick<MoneyCheck, 'payouts'>) {
  const { timeZone } = useShop()
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2>{PAYOUTS.heading}</h2>
      {payouts.length === 0 ? (
        <Panel>{PAYOUTS.none}</Panel>
      ) : (
        <ReportTable
          caption={PAYOUTS.heading}
          keyOf={({ _id }) => _id}
          rows={payouts}
          columns={[
            {
              heading: PAYOUTS.made,
              cell: ({ _id, createdAt }) => (
                <Link to={`/admin/payouts/${encodeURIComponent(_id)}`}>{formatDay(createdAt, timeZone)}</Link>
              ),
            },
            { heading: PAYOUTS.amount, cell: ({ amount }) => formatDollars(amount) },
            { heading: PAYOUTS.arrives, cell: ({ arrives }) => (arrives ? formatCalendarDay(arrives) : '–') },
            {
              heading: PAYOUTS.status,
              cell: ({ status }) => <PayoutStatus status={status} />,
              isText: true,
            },
            { heading: PAYOUTS.reference, cell: ({ bankReference }) => bankReference ?? '–', isText: true },
          ]}
        />
      )}
    </section>
  )
}
