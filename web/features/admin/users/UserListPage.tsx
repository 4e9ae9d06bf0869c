import type { UserDetails } from '#contract/users.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { type Column, DataTable } from '../lists/DataTable.tsx'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useListAddress } from '../lists/listAddress.ts'
import { useUsersQuery } from './usersApi.ts'

/** Everybody who has an account. */
export default function UserListPage() {
  const address = useListAddress()
  const { currentData, error } = useUsersQuery(address.query, { refetchOnMountOrArgChange: true })
  return (
    <ListScreen
      title="Users"
      nouns={['account', 'accounts']}
      address={address}
      answer={currentData}
      error={error}
      searchLabel="Search by name or email"
      empty="Nobody has an account yet."
    >
      <DataTable
        caption="Users"
        columns={COLUMNS}
        rows={currentData?.users ?? []}
        address={address}
        sortedBy="-joined"
        nameOf={({ name }) => name}
        actions={(user) => <Actions user={user} />}
      />
    </ListScreen>
  )
}

const COLUMNS: Column<UserDetails>[] = [
  { heading: 'Name', cell: ({ name }) => name, sort: 'name' },
  { heading: 'ID', cell: ({ _id }) => <code className="text-xs break-all">{_id}</code> },
  { heading: 'Email', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a>, sort: 'email' },
  {
    heading: 'Admin',
    cell: ({ isAdmin }) => <Badge kind={isAdmin ? 'good' : 'neutral'}>{isAdmin ? 'True' : 'False'}</Badge>,
  },
]

const Actions = ({ user }: { user: UserDetails }) => (
  <ButtonLink to={`/admin/user/${user._id}/edit`} variant="quiet" aria-label={`Edit ${user.name}`}>
    Edit
  </ButtonLink>
)
