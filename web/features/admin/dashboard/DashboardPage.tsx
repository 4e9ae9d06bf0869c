import { useSearchParams } from 'react-router'
import { type Dashboard, Period } from '#contract/admin/dashboard.ts'
import { DASHBOARD, STOCK } from '../../../texts/admin.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { BestSellers } from './BestSellers.tsx'
import { Conversion } from './Conversion.tsx'
import { Coupons } from './Coupons.tsx'
import { useDashboardQuery } from './dashboardApi.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { CHART_HEIGHT, SalesChart } from './SalesChart.tsx'
import { SO_FAR_HEIGHT, SoFar } from './SoFar.tsx'
import { Stock } from './Stock.tsx'
import { ToShip } from './ToShip.tsx'

/** The dashboard: sales, open tasks and best sellers. */
export default function DashboardPage() {
  const [params] = useSearchParams()
  const period = Period.catch('day').parse(params.get('period'))
  // While another period loads, the previous figures stay.
  const query = useDashboardQuery(period, { refetchOnMountOrArgChange: true })
  const { data, error } = query
  return (
    <div className="grid gap-6">
      <Head title={DASHBOARD.title} noIndex />
      <h1>{DASHBOARD.title}</h1>
      <LoadFailure queries={[query]} />
      {!data && !error && <Waiting />}
      {data && <Overview dashboard={data} />}
    </div>
  )
}

function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { sales, soFar, toShip, lowStock, low, soldOut, bestSellers, coupons, conversion, start } = dashboard
  return (
    <>
      {dashboard.discrepancies > 0 && (
        <Alert>
          {DASHBOARD.discrepancies(dashboard.discrepancies)}{' '}
          <Link to="/admin/discrepancies" className="font-medium">
            {DASHBOARD.seeDiscrepancies}
          </Link>
        </Alert>
      )}
      {start.hasSold ? (
        <>
          <SoFar soFar={soFar} />
          <SalesChart period={dashboard.period} sales={sales} />
        </>
      ) : (
        <FirstSteps start={start} />
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className={start.hasSold ? 'grid gap-6' : 'contents'}>
          {start.hasSold && <ToShip toShip={toShip} />}
          {start.hasProducts && <Stock title={STOCK.low} shelf={low} nothing={STOCK.noneLow(lowStock)} />}
          {start.hasProducts && <Stock title={STOCK.soldOut} shelf={soldOut} nothing={STOCK.noneSoldOut} />}
        </div>
        {start.hasSold && (
          <div className="grid gap-6">
            <BestSellers bestSellers={bestSellers} />
            <Coupons coupons={coupons} />
            <Conversion conversion={conversion} />
          </div>
        )}
      </div>
    </>
  )
}

/** Placeholders of about the final size. */
const Waiting = () => (
  <>
    <div className="grid gap-4 sm:grid-cols-3">
      <Skeleton className={SO_FAR_HEIGHT} />
      <Skeleton className={SO_FAR_HEIGHT} />
      <Skeleton className={SO_FAR_HEIGHT} />
    </div>
    <Skeleton className={CHART_HEIGHT} />
    <div className="grid gap-6 xl:grid-cols-2">
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
  </>
)
