import './admin.css'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useWaiting } from '#web/admin/calls/waitingApi.ts'
import { ErrorBoundary } from '#web/shop/layout/ErrorBoundary.tsx'
import { SkipLink } from '#web/shop/layout/Frame.tsx'
import { SideNav, Tabs } from './AdminNav.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of the seller's screens: shop and account above, the admin menu beside, or below on a phone. */
export function SellerFrame({ children }: { children: ReactNode }) {
  useFreshCounts()
  return (
    <>
      <SkipLink />
      <TopBar />
      <div className="grow lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
        <SideNav />
        <main id="main" tabIndex={-1} className="min-w-0 outline-none max-lg:pb-20 print:p-0">
          <ErrorBoundary>{children}</ErrorBoundary>
        </main>
      </div>
      <Tabs />
    </>
  )
}

/** Counts again what waits whenever another screen opens. */
function useFreshCounts() {
  const { pathname } = useLocation()
  const { refetch, isUninitialized } = useWaiting()
  useEffect(() => {
    if (pathname && !isUninitialized) void refetch()
  }, [pathname, refetch, isUninitialized])
}
