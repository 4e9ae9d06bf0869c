import './admin.css'
import { Suspense } from 'react'
import { useRoutes } from 'react-router'
import { ADMIN } from '../../texts/admin.ts'
import { Head } from '../../ui/Head.tsx'
import { NavItem } from '../../ui/NavItem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useShop } from '../shop/use-shop.ts'
import { ADMIN_LINKS } from './links.ts'
import { RequireAdmin } from './RequireAdmin.tsx'
import { adminRoutes } from './routes.tsx'

/** The admin area: its navigation and the screen of the current URL. */
export default function AdminPage() {
  return (
    <RequireAdmin>
      <Head title={ADMIN.title} noIndex />
      <div className="mx-auto grid max-w-page grid-cols-1 gap-6 px-5 pt-4 pb-16 sm:px-8 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-12 lg:pt-12 lg:pb-24">
        <AdminNav />
        <div className="min-w-0">
          <SimulatedPayments />
          <Screen />
        </div>
      </div>
    </RequireAdmin>
  )
}

/** The notice on every admin screen until the shop takes real payments. */
const SimulatedPayments = () =>
  useShop().payments !== 'live' && (
    <p className="not-on-paper mb-6 rounded-md bg-sand px-4 py-3 text-sm">
      <strong className="font-semibold">{ADMIN.demo}</strong> {ADMIN.demoMeaning}
    </p>
  )

function Screen() {
  const screen = useRoutes(adminRoutes)
  return <Suspense fallback={<Skeleton className="h-dvh" />}>{screen}</Suspense>
}

const ITEM =
  'inline-flex min-h-11 items-center rounded-full px-4 font-medium whitespace-nowrap no-underline hover:bg-sand aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

/** Beside the screen on wide windows, a scrolling row above it on narrow ones. */
const AdminNav = () => (
  <nav
    aria-label={ADMIN.title}
    className="-mx-5 overflow-x-auto px-5 no-scrollbar sm:-mx-8 sm:px-8 lg:mx-0 lg:overflow-visible lg:px-0"
  >
    <ul className="flex gap-1 lg:sticky lg:top-28 lg:grid">
      {ADMIN_LINKS.map((link) => (
        <li key={link.to} className="lg:grid">
          <NavItem {...link} className={ITEM} />
        </li>
      ))}
    </ul>
  </nav>
)
