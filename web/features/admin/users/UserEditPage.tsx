import { useParams } from 'react-router'
import { USER_FORM, USERS } from '../../../texts/admin.ts'
import { EditScreen, useListPath } from '../lists/EditScreen.tsx'
import { UserForm } from './UserForm.tsx'
import { usePersonQuery } from './usersApi.ts'

/** Edit User: name, address and what the account may do. */
export default function UserEditPage() {
  const { id = '' } = useParams()
  const query = usePersonQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: person } = query
  const list = { path: useListPath('/admin/userlist'), label: USERS.title }
  return (
    <EditScreen title={USER_FORM.title} list={list} noun={USER_FORM.noun} query={query}>
      {person && <UserForm key={person._id} person={person} listPath={list.path} />}
    </EditScreen>
  )
}
