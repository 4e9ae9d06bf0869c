import { useSearchParams } from 'react-router'
import { type Dashboard, Period } from '#contract/dashboard.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BestSellers } from './BestSellers.tsx'
import { Conversion } from './Conversion.tsx'
import { Coupons } from './Coupons.tsx'
import { useDashboardQuery } from './dashboardApi.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { SalesChart } from './SalesChart.tsx'
import { SoFar } from './SoFar.tsx'
import { Stock } from './Stock.tsx'
import { ToShip } from './ToShip.tsx'

/** How the shop is doing: what came in, what is to be done, what sells. */
export default function DashboardPage() {
  const [params] = useSearchParams()
  const period = Period.catch('day').parse(params.get('period'))
  // While another period is fetched, the one before stays.
  const { data, error } = useDashboardQuery(period, { refetchOnMountOrArgChange: true })
  return (
    <div className="grid gap-6">
      <Head title="Dashboard" noIndex />
      <h1>Dashboard</h1>
      {error && <Alert>{messageOf(error)}</Alert>}
      {!data && !error && <Waiting />}
      {data && <Overview dashboard={data} />}
    </div>
  )
}

function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { sales, soFar, toShip, lowStock, low, soldOut, bestSellers, coupons, conversion, start } = dashboard
  return (
    <>
      {start.hasSold ? (
        <>
          <SoFar soFar={soFar} />
          <SalesChart period={dashboard.period} sales={sales} />
        </>
      ) : (
        <FirstSteps start={start} />
      )}
      <div className="grid gap-6 xl:grid-cols-2">
        {start.hasSold && <ToShip toShip={toShip} />}
        {start.hasSold && <BestSellers bestSellers={bestSellers} />}
        {start.hasProducts && (
          <Stock title="Running low" shelf={low} nothing={`Of every piece there are more than ${lowStock}, or none.`} />
        )}
        {start.hasProducts && <Stock title="Sold out" shelf={soldOut} nothing="Nothing is sold out." />}
        {start.hasSold && <Coupons coupons={coupons} />}
        {start.hasSold && <Conversion conversion={conversion} />}
      </div>
    </>
  )
}

/** Blocks of about the size of what is coming. */
const Waiting = () => (
  <>
    <div className="grid gap-4 sm:grid-cols-3">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
    <Skeleton className="h-112" />
    <div className="grid gap-6 xl:grid-cols-2">
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
  </>
)
