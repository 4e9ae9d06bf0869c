import type { ReactNode } from 'react'
import { SignInAgain } from '../accounts/SignInAgain.tsx'
import { ShopProvider } from '../shop/ShopProvider.tsx'
import { useShopQuery } from '../shop/shopApi.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Frame } from './Frame.tsx'
import { Header } from './Header.tsx'
import { LoadFailure } from './LoadFailure.tsx'

/** The layout around every page of the application. */
export const Layout = ({ isBusy, children }: { isBusy: boolean; children: ReactNode }) => (
  <ShopProvider>
    <Frame header={<Header />} isBusy={isBusy}>
      <ShopFailure />
      <ErrorBoundary>{children}</ErrorBoundary>
      <SignInAgain />
    </Frame>
  </ShopProvider>
)

/** The error when the shop’s own name and rates could not be loaded, unless the page below shows an error anyway. */
const ShopFailure = () => (
  <LoadFailure
    queries={[useShopQuery()]}
    className="mx-auto max-w-page px-5 pt-8 sm:px-8 [&:has(~_*_[data-load-failure])]:hidden"
  />
)
