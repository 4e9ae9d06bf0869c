import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type Dashboard, Period } from '#contract/admin/dashboard.ts'
import type { OwnShop } from '#contract/admin/own-shop.ts'
import { formatDay } from '#contract/dates.ts'
import { closedText } from '#contract/delivery.ts'
import { DASHBOARD } from '../../../texts/admin.ts'
import { DISPUTE } from '../../../texts/admin-money.ts'
import { REQUESTS } from '../../../texts/admin-requests.ts'
import { ORDER_PAGE } from '../../../texts/checkout.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { StandingAlert } from '../../../ui/StandingAlert.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { OwnShopPanel } from '../own-shop/OwnShopPanel.tsx'
import { useOwnShopQuery } from '../own-shop/ownShopApi.ts'
import { Published } from '../own-shop/Published.tsx'
import { CreateProductButton } from '../products/CreateProductButton.tsx'
import { BestSellers } from './BestSellers.tsx'
import { Conversion } from './Conversion.tsx'
import { Coupons } from './Coupons.tsx'
import { useDashboardQuery } from './dashboardApi.ts'
import { CHART_HEIGHT, SalesChart } from './SalesChart.tsx'
import { SO_FAR_HEIGHT, SoFar } from './SoFar.tsx'
import { ToMake } from './ToMake.tsx'
import { ToShip } from './ToShip.tsx'
import { Unpaid } from './Unpaid.tsx'

/** The dashboard: the work that waits, then sales and best sellers. */
export default function DashboardPage() {
  const [params] = useSearchParams()
  const period = Period.catch('day').parse(params.get('period'))
  // While another period loads, the previous figures stay.
  const query = useDashboardQuery(period, { refetchOnMountOrArgChange: true })
  const own = useOwnShopQuery(undefined, { refetchOnMountOrArgChange: true })
  const { state } = useLocation() as { state: { isPublished?: boolean } | null }
  const { data, error } = query
  const [refusal, setRefusal] = useState<string | null>(null)
  // Both at once, so that nothing moves when the second one comes.
  const isWaiting = !error && !(data && (own.data || own.error))
  return (
    <div className="grid gap-6">
      <Head title={DASHBOARD.title} noIndex />
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>{DASHBOARD.title}</h1>
        <CreateProductButton onRefused={setRefusal} />
      </header>
      {refusal && <Alert onDismiss={() => setRefusal(null)}>{refusal}</Alert>}
      <LoadFailure queries={[query, own]} />
      {state?.isPublished && own.data && <Published hasAddress={own.data.tasks.hasAddress} />}
      {isWaiting && <Waiting />}
      {data && !isWaiting && <Overview dashboard={data} own={own.data} />}
    </div>
  )
}

function Overview({ dashboard, own }: { dashboard: Dashboard; own: OwnShop | undefined }) {
  const { sales, soFar, start } = dashboard
  return (
    <>
      {own && <OwnShopPanel own={own} hasSold={start.hasSold} />}
      <Tasks {...dashboard} />
      {start.hasSold && (
        <>
          <SoFar soFar={soFar} />
          <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
            <SalesChart period={dashboard.period} sales={sales} />
            <BestSellers bestSellers={dashboard.bestSellers} />
            <Coupons coupons={dashboard.coupons} />
            <Conversion conversion={dashboard.conversion} />
          </div>
        </>
      )}
    </>
  )
}

/** The work that waits: payments to look at, time off, orders to ship, products to make, orders without a payment. */
function Tasks(dashboard: Dashboard) {
  const {
    start,
    manyDeclines,
    discrepancies,
    disputes,
    cancelRequests,
    backups,
    requests,
    closed,
    toShip,
    unpaid,
    lowStock,
    low,
    soldOut,
  } = dashboard
  const { timeZone } = useShop()
  return (
    <>
      {manyDeclines && <Alert kind="warning">{DASHBOARD.manyDeclines}</Alert>}
      {discrepancies > 0 && (
        <StandingAlert of={discrepancies}>
          {DASHBOARD.discrepancies(discrepancies)}{' '}
          <Link to="/admin/discrepancies" className="font-medium">
            {DASHBOARD.seeDiscrepancies}
          </Link>
        </StandingAlert>
      )}
      {disputes.count > 0 && (
        <Alert kind="warning">
          {DISPUTE.toAnswer(disputes.count)}{' '}
          {disputes.next.map(({ _id, number, dueAt }) => (
            <Link key={_id} to={`/order/${_id}`} className="mr-3 font-medium">
              {DISPUTE.answerBy(number, dueAt && formatDay(dueAt, timeZone))}
            </Link>
          ))}
        </Alert>
      )}
      {cancelRequests.count > 0 && (
        <Alert kind="warning">
          {DASHBOARD.asksToCancel(cancelRequests.count)}{' '}
          {cancelRequests.next.map(({ _id, number }) => (
            <Link key={_id} to={`/order/${_id}`} className="mr-3 font-medium">
              {ORDER_PAGE.numbered(number)}
            </Link>
          ))}
        </Alert>
      )}
      {backups && (
        <Alert kind={backups === 'unpracticed' ? 'info' : 'warning'}>
          {DASHBOARD.backups[backups]}{' '}
          <Link to="/admin/backups" className="font-medium">
            {DASHBOARD.seeBackups}
          </Link>
        </Alert>
      )}
      {requests > 0 && (
        <Alert kind="info">
          {REQUESTS.toAnswer(requests)}{' '}
          <Link to="/admin/requests" className="font-medium">
            {REQUESTS.see}
          </Link>
        </Alert>
      )}
      {closed && (
        <Alert kind="info">
          {DASHBOARD.away} {closedText(closed)}{' '}
          <Link to="/admin/settings" className="font-medium">
            {DASHBOARD.changeTimeOff}
          </Link>
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:has-[>:nth-child(2)]:grid-cols-[3fr_2fr]">
        {(start.hasSold || toShip.count > 0) && <ToShip toShip={toShip} />}
        {(start.hasProducts || unpaid.count > 0) && (
          <div className="grid gap-6">
            {start.hasProducts && <ToMake lowStock={lowStock} low={low} soldOut={soldOut} />}
            <Unpaid unpaid={unpaid} />
          </div>
        )}
      </div>
    </>
  )
}

/** Placeholders of about the final size. */
const Waiting = () => (
  <>
    <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
    <div className="grid gap-4 sm:grid-cols-3">
      <Skeleton className={SO_FAR_HEIGHT} />
      <Skeleton className={SO_FAR_HEIGHT} />
      <Skeleton className={SO_FAR_HEIGHT} />
    </div>
    <Skeleton className={CHART_HEIGHT} />
  </>
)
