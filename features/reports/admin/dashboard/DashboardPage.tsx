import { Suspense, use, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CreateProductButton } from '#web/admin/products/CreateProductButton.tsx'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Parts } from '#web/ui/Parts.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type Dashboard, Period } from '../../contract/dashboard.ts'
import { BestSellers } from './BestSellers.tsx'
import { Conversion } from './Conversion.tsx'
import { Coupons } from './Coupons.tsx'
import { useDashboardQuery } from './dashboardApi.ts'
import { LowStock } from './LowStock.tsx'
import { CHART_HEIGHT, SalesChart } from './SalesChart.tsx'
import { SO_FAR_HEIGHT, SoFar } from './SoFar.tsx'
import { ToMake } from './ToMake.tsx'
import { ToShip } from './ToShip.tsx'
import { DASHBOARD } from './texts.ts'
import { Unpaid } from './Unpaid.tsx'
import { Waiting } from './Waiting.tsx'

/** Today: the work that waits, then sales and best sellers, then what is left to do in a new shop. */
export default function DashboardPage() {
  const [params] = useSearchParams()
  const period = Period.catch('day').parse(params.get('period'))
  // While another period loads, the previous figures stay.
  const query = useDashboardQuery(period, { refetchOnMountOrArgChange: true })
  const { useLoad, Notice } = use(AdminSlotsContext).dashboard
  const start = useLoad()
  const { data, error } = query
  const [refusal, setRefusal] = useState<string | null>(null)
  // Both at once, so that nothing moves when the second one comes.
  const isWaiting = !error && !(data && (start.isLoaded || start.error))
  return (
    <div className="grid gap-6">
      <Head title={DASHBOARD.title} noIndex />
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>{DASHBOARD.title}</h1>
        <CreateProductButton onRefused={setRefusal} />
      </header>
      {refusal && <Alert onDismiss={() => setRefusal(null)}>{refusal}</Alert>}
      <LoadFailure queries={[query, start]} />
      <Notice />
      {isWaiting && <Placeholders />}
      {data && !isWaiting && <Overview dashboard={data} />}
    </div>
  )
}

function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { sales, soFar, start } = dashboard
  const {
    dashboardCards,
    dashboard: { Demo, Checklist },
  } = use(AdminSlotsContext)
  return (
    <>
      <Work {...dashboard} />
      <Suspense>
        <Parts of={dashboardCards} props={{ hasSold: start.hasSold }} />
      </Suspense>
      <Demo />
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
      <Checklist hasSold={start.hasSold} />
    </>
  )
}

/** The work that waits: orders to ship, products to make, wishes and problems, what is low, and orders without a payment. */
function Work(dashboard: Dashboard) {
  const { start, toShip, toMake, unpaid, lowStock, low, soldOut } = dashboard
  return (
    <div className="grid items-start gap-6 lg:has-[>:nth-child(2)]:grid-cols-[3fr_2fr]">
      {(start.hasSold || toShip.count > 0) && <ToShip toShip={toShip} />}
      <div className="grid gap-6 empty:hidden">
        <ToMake toMake={toMake} />
        <Waiting dashboard={dashboard} />
        {start.hasProducts && <LowStock lowStock={lowStock} low={low} soldOut={soldOut} />}
        <Unpaid unpaid={unpaid} />
      </div>
    </div>
  )
}

/** Placeholders of about the final size. */
const Placeholders = () => (
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
