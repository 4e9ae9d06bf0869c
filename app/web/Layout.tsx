import type { ReactNode } from 'react'
import { ORDER_PAGE } from '#contract/documents.ts'
import { isStaff } from '#contract/roles.ts'
import { setDialogLoader } from '#web/lib/sign-in-again.ts'
import { SignInAgain } from '#web/shop/accounts/SignInAgain.tsx'
import { ErrorBoundary } from '#web/shop/layout/ErrorBoundary.tsx'
import { BareFrame, Frame } from '#web/shop/layout/Frame.tsx'
import { Header } from '#web/shop/layout/Header.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { ShopProvider } from '#web/shop/settings/ShopProvider.tsx'
import { useShopQuery } from '#web/shop/settings/shopApi.ts'
import { useVisitor } from '#web/shop/visitor/visitor.ts'

setDialogLoader(async () => (await import('./slots/SignInAgainDialog.tsx')).default)

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

/** Whether the page is the seller's: below /admin, and for those who work at the desk an order. */
function useHasOwnFrame(pathname: string) {
  const user = useVisitor(({ session }) => session.user)
  return (
    /^\/admin(\/|$)/i.test(pathname) ||
    (user !== null && isStaff(user) && pathname.toLowerCase().startsWith(ORDER_PAGE))
  )
}

/** The error when the shop’s own name and rates could not be loaded, unless the page below shows an error anyway. */
const ShopFailure = () => (
  <LoadFailure
    queries={[useShopQuery()]}
    className="mx-auto max-w-page px-5 pt-8 sm:px-8 [&:has(~_*_[data-load-failure])]:hidden"
  />
)
