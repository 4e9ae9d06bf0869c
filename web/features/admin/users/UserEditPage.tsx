import { useParams } from 'react-router'
import { USER_FORM, USERS } from '../../../texts/admin.ts'
import { EditScreen, useListPath } from '../lists/EditScreen.tsx'
import { OrdersOfUser } from './OrdersOfUser.tsx'
import { UserData } from './UserData.tsx'
import { UserForm } from './UserForm.tsx'
import { useAdminUserQuery } from './usersApi.ts'

/** Edit User: name, email and roles. */
export default function UserEditPage() {
  const { id = '' } = useParams()
  const query = useAdminUserQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: user } = query
  const list = { path: useListPath('/admin/userlist'), label: USERS.title }
  return (
    <EditScreen title={USER_FORM.title} list={list} noun={USER_FORM.noun} query={query}>
      {user && (
        <>
          <UserForm key={user._id} user={user} listPath={list.path} />
          <OrdersOfUser userId={user._id} />
          <UserData user={user} />
        </>
      )}
    </EditScreen>
  )
}
