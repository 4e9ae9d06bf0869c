import type { ReactNode } from 'react'
import { ORDER_PAGE } from '#contract/documents.ts'
import { useVisitor } from '../../visitor.ts'
import { SignInAgain } from '../accounts/SignInAgain.tsx'
import { ShopProvider } from '../shop/ShopProvider.tsx'
import { useShopQuery } from '../shop/shopApi.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { BareFrame, Frame } from './Frame.tsx'
import { Header } from './Header.tsx'
import { LoadFailure } from './LoadFailure.tsx'

type Props = { pathname: string; isBusy: boolean; children: ReactNode }

/** The layout around every page of the application. The seller's screens bring a frame of their own. */
export function Layout({ pathname, isBusy, children }: Props) {
  const hasOwnFrame = useHasOwnFrame(pathname)
  const content = (
    <>
      <ShopFailure />
      <ErrorBoundary>{children}</ErrorBoundary>
      <SignInAgain />
    </>
  )
  return (
    <ShopProvider>
      {hasOwnFrame ? (
        <BareFrame isBusy={isBusy}>{content}</BareFrame>
      ) : (
        <Frame header={<Header />} isBusy={isBusy}>
          {content}
        </Frame>
      )}
    </ShopProvider>
  )
}

/** Whether the page is the seller's: below /admin, and for admins an order. */
function useHasOwnFrame(pathname: string) {
  const isAdmin = useVisitor(({ session }) => session.user?.isAdmin)
  return /^\/admin(\/|$)/i.test(pathname) || (isAdmin === true && pathname.toLowerCase().startsWith(ORDER_PAGE))
}

/** The error when the shop’s own name and rates could not be loaded, unless the page below shows an error anyway. */
const ShopFailure = () => (
  <LoadFailure
    queries={[useShopQuery()]}
    className="mx-auto max-w-page px-5 pt-8 sm:px-8 [&:has(~_*_[data-load-failure])]:hidden"
  />
)
