import { Suspense } from 'react'
import { useRoutes } from 'react-router'
import { ADMIN } from '../../texts/admin.ts'
import { Head } from '../../ui/Head.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useShop } from '../shop/use-shop.ts'
import { SellerFrame } from './frame/SellerFrame.tsx'
import { RequireAdmin } from './RequireAdmin.tsx'
import { adminRoutes } from './routes.tsx'

/** The admin area: its frame and the screen of the current URL. */
export default function AdminPage() {
  return (
    <RequireAdmin>
      <Head title={ADMIN.title} noIndex />
      <SellerFrame>
        <div className="max-w-[88rem] px-4 pt-5 pb-12 sm:px-6 lg:px-10 lg:pt-8">
          <SimulatedPayments />
          <Screen />
        </div>
      </SellerFrame>
    </RequireAdmin>
  )
}

/** The notice on every admin screen until the shop takes real payments. */
const SimulatedPayments = () =>
  useShop().payments !== 'live' && (
    <p className="not-on-paper mb-5 rounded-md bg-sand px-4 py-2 text-sm">
      <strong className="font-semibold">{ADMIN.demo}</strong> {ADMIN.demoMeaning}
    </p>
  )

function Screen() {
  const screen = useRoutes(adminRoutes)
  return <Suspense fallback={<Skeleton className="h-dvh" />}>{screen}</Suspense>
}
