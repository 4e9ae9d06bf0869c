import type { ReactNode } from 'react'
import { LAYOUT } from '../../texts/shop.ts'
import { ShopName } from '../../ui/Head.tsx'
import { SignInAgain } from '../accounts/SignInAgain.tsx'
import { useShop, useShopQuery } from '../shop/shopApi.ts'
import { DemoNotice } from './DemoNotice.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { LoadFailure } from './LoadFailure.tsx'

/** The layout around every page. */
export const Layout = ({ isBusy, children }: { isBusy: boolean; children: ReactNode }) => (
  <ShopName value={useShop().name}>
    <div id="app" aria-busy={isBusy} className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-3 left-3 z-30 -translate-y-24 rounded-full bg-accent px-6 py-3 text-card focus:translate-y-0 hover:text-card"
      >
        {LAYOUT.skip}
      </a>
      {isBusy && <BusyBar />}
      <DemoNotice />
      <Header />
      <main id="main" tabIndex={-1} className="grow outline-none">
        <ShopFailure />
        <ErrorBoundary>{children}</ErrorBoundary>
      </main>
      <Footer />
      <SignInAgain />
    </div>
  </ShopName>
)

/** The error when the shop’s own name and rates could not be loaded, unless the page below shows an error anyway. */
const ShopFailure = () => (
  <LoadFailure
    queries={[useShopQuery()]}
    className="mx-auto max-w-page px-5 pt-8 sm:px-8 [&:has(~_*_[data-load-failure])]:hidden"
  />
)

/** The progress bar of the next page, delayed so that quick pages do not flicker. */
const BusyBar = () => (
  <div aria-hidden="true" className="fixed inset-x-0 top-0 z-30 h-1 overflow-hidden">
    <div className="h-full animate-wait bg-accent" />
  </div>
)
