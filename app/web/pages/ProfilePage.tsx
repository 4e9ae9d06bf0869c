import { lazy } from 'react'
import { isStaff } from '#contract/roles.ts'
import { KeepWishes } from '#features/wishes/shop/KeepWishes.tsx'
import * as orders from '#web/shop/orders/ProfilePage.tsx'
import { useAppSelector } from '#web/shop/visitor/store.ts'

/** Loaded on demand: it is at the end of the page, and few need it. */
const YourData = lazy(() => import('#features/personal-data/shop/YourData.tsx'))

/** Loaded on demand: for those who work at the desk. */
const PasskeyList = lazy(async () => ({
  default: (await import('#features/passkeys/shop/PasskeyList.tsx')).PasskeyList,
}))

/** Loaded on demand: few users have API keys. */
const ConnectAssistant = lazy(() => import('#features/mcp/shop/ConnectAssistant.tsx'))

export default function ProfilePage() {
  const user = useAppSelector(({ session }) => session.user)
  return (
    <orders.ProfilePage ofKeys={<ConnectAssistant />}>
      {user && isStaff(user) && <PasskeyList />}
      <YourData />
      <KeepWishes />
    </orders.ProfilePage>
  )
}
