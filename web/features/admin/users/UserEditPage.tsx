import { useParams } from 'react-router'
import { EditScreen, useListPath } from '../lists/EditScreen.tsx'
import { UserForm } from './UserForm.tsx'
import { usePersonQuery } from './usersApi.ts'

/** Edit User: name, address and what the account may do. */
export default function UserEditPage() {
  const { id = '' } = useParams()
  const query = usePersonQuery(id, { refetchOnMountOrArgChange: true })
  const { currentData: person } = query
  const list = { path: useListPath('/admin/userlist'), label: 'Users' }
  return (
    <EditScreen title="Edit User" list={list} noun="account" query={query}>
      {person && <UserForm key={person._id} person={person} listPath={list.path} />}
    </EditScreen>
  )
}
