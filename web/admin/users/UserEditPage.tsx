import { Suspense, use } from 'react'
import { useParams } from 'react-router'
import { EditScreen, useListPath } from '#web/admin/lists/EditScreen.tsx'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { USER_FORM, USERS } from '#web/texts/admin.ts'
import { Parts } from '#web/ui/Parts.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { UserData } from './UserData.tsx'
import { UserForm } from './UserForm.tsx'
import { useAdminUserQuery } from './usersApi.ts'

/** Edit User: name, email and roles. */
export default function UserEditPage() {
  const { id = '' } = useParams()
  const { user: userParts } = use(AdminSlotsContext)
  const query = useAdminUserQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: user } = query
  const list = { path: useListPath('/admin/userlist'), label: USERS.title }
  return (
    <EditScreen title={USER_FORM.title} list={list} noun={USER_FORM.noun} query={query}>
      {user && (
        <>
          <UserForm key={user._id} user={user} listPath={list.path} />
          <Suspense fallback={<Skeleton className="h-24" />}>
            <Parts of={userParts} props={{ userId: user._id }} />
          </Suspense>
          <UserData user={user} />
        </>
      )}
    </EditScreen>
  )
}
