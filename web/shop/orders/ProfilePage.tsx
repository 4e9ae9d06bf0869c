import { lazy, type ReactNode, Suspense } from 'react'
import { useUserDetailsQuery } from '#web/shop/accounts/accountsApi.ts'
import { ProfileForm } from '#web/shop/accounts/ProfileForm.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { MyOrders } from '#web/shop/orders/MyOrders.tsx'
import { PROFILE } from '#web/texts/account.ts'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Loaded on demand: it is below the orders. */
const AddressBook = lazy(() => import('#web/shop/accounts/AddressBook.tsx'))
/** Loaded on demand: it is below the form. */
const Devices = lazy(() => import('#web/shop/accounts/Devices.tsx'))
/** Loaded on demand: few users have API keys. */
const ApiKeys = lazy(() => import('#web/shop/accounts/ApiKeys.tsx'))

/** The user's account and orders, and at the end the parts of features; `ofKeys` is what they say at the API keys. */
export function ProfilePage({ children, ofKeys }: { children: ReactNode; ofKeys: ReactNode }) {
  const query = useUserDetailsQuery('profile', { refetchOnMountOrArgChange: true })
  const { data: details, error } = query
  return (
    <div className="mx-auto grid w-full max-w-page gap-10 px-5 py-12 sm:px-8 lg:grid-cols-3 lg:gap-12 lg:py-16">
      <Head title={PROFILE.title} noIndex />
      <header className="grid gap-4 lg:col-span-3">
        <h1>{PROFILE.title}</h1>
        <LoadFailure queries={[query]} />
      </header>
      <MyOrders />
      <section aria-labelledby="details" className="grid content-start gap-6">
        <h2 id="details">{PROFILE.details}</h2>
        {(details || !error) && (
          <Panel>{details ? <ProfileForm details={details} /> : <Skeleton className="h-120" />}</Panel>
        )}
        <Suspense fallback={<Skeleton className="h-64" />}>
          <Devices />
        </Suspense>
      </section>
      <Suspense fallback={null}>
        <AddressBook />
      </Suspense>
      {details?.isAPI && (
        <Suspense fallback={null}>
          <ApiKeys>{ofKeys}</ApiKeys>
        </Suspense>
      )}
      <Suspense fallback={null}>{children}</Suspense>
    </div>
  )
}
