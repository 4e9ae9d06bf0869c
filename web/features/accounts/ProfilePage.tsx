import { lazy, Suspense } from 'react'
import { PROFILE } from '../../texts/account.ts'
import { Head } from '../../ui/Head.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadFailure } from '../layout/LoadFailure.tsx'
import { MyOrders } from '../orders/MyOrders.tsx'
import { useUserDetailsQuery } from './accountsApi.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** Loaded on demand: it is below the orders. */
const AddressBook = lazy(() => import('./AddressBook.tsx'))
/** Loaded on demand: it is at the end of the page, and few need it. */
const YourData = lazy(() => import('../personal-data/YourData.tsx'))
/** Loaded on demand: few users have API keys. */
const ApiKeys = lazy(() => import('./ApiKeys.tsx'))

/** The user's account and orders. */
export default function ProfilePage() {
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
        <Panel>
          <SignOutEverywhere />
        </Panel>
      </section>
      <Suspense fallback={null}>
        <AddressBook />
      </Suspense>
      {details?.isAPI && (
        <Suspense fallback={null}>
          <ApiKeys />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <YourData />
      </Suspense>
    </div>
  )
}
