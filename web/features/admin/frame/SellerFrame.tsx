import '../admin.css'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../../layout/ErrorBoundary.tsx'
import { SkipLink } from '../../layout/Frame.tsx'
import { SideNav, Tabs } from './AdminNav.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of the seller's screens: shop and account above, the admin menu beside, or below on a phone. */
export const SellerFrame = ({ children }: { children: ReactNode }) => (
  <>
    <SkipLink />
    <TopBar />
    <div className="grow lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
      <SideNav />
      <main id="main" tabIndex={-1} className="min-w-0 outline-none max-lg:pb-20 print:p-0">
        <ErrorBoundary>{children}</ErrorBoundary>
      </main>
    </div>
    <Tabs />
  </>
)
