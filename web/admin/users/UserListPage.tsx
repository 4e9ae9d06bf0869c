import { use } from 'react'
import { userDeleted } from '#contract/admin/texts.ts'
import type { UserRow } from '#contract/admin/users.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { DeleteButton, EditLink } from '#web/admin/lists/RowActions.tsx'
import { useDeletion } from '#web/admin/lists/use-deletion.tsx'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { USERS } from '#web/texts/admin.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useDeleteUserMutation, useUsersQuery } from './usersApi.ts'

/** All users. */
export default function UserListPage() {
  const address = useListAddress()
  const [remove] = useDeleteUserMutation()
  const sentence = ({ name }: UserRow) => userDeleted(name)
  const { banner, deleteRow, isDeleting, isLeaving, left } = useDeletion({ address, sentence, remove })
  const query = useUsersQuery(address.query, { refetchOnMountOrArgChange: true, skip: isLeaving })
  const rows = query.currentData?.users ?? []
  return (
    <ListScreen
      title={USERS.title}
      nouns={USERS.nouns}
      address={address}
      query={query}
      searchLabel={USERS.search}
      action={use(AdminSlotsContext).userLinks.map(({ to, label }) => (
        <ButtonLink key={to} to={to}>
          {label}
        </ButtonLink>
      ))}
      banner={banner}
      empty={USERS.empty}
      table={{
        columns: COLUMNS,
        rows: left(rows),
        sortedBy: '-joined',
        nameOf: ({ name }) => name,
        facts: (user) => <Facts user={user} />,
        actions: (user) => (
          <Actions user={user} isDeleting={isDeleting(user)} onDelete={() => void deleteRow(user, rows)} />
        ),
      }}
    />
  )
}

const COLUMNS: Column<UserRow>[] = [
  { heading: USERS.name, cell: (user) => <Name user={user} />, sort: 'name' },
  {
    heading: USERS.id,
    cell: ({ _id }) => <code className="text-xs break-all xl:whitespace-nowrap">{_id}</code>,
  },
  { heading: USERS.email, cell: ({ email }) => <Email email={email} />, sort: 'email' },
  {
    heading: USERS.admin,
    cell: ({ isAdmin }) => (
      <Badge kind={isAdmin ? 'good' : 'neutral'}>{isAdmin ? USERS.isAdmin : USERS.isNoAdmin}</Badge>
    ),
  },
]

/** A user on a narrow page: rights and address. */
const Facts = ({ user: { email, isAdmin } }: { user: UserRow }) => (
  <>
    {isAdmin && <Badge kind="good">{USERS.admin}</Badge>}
    <span className="basis-full">
      <Email email={email} />
    </span>
  </>
)

const Email = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className="wrap-anywhere">
    {email}
  </a>
)

const Name = ({ user: { name, isPacker, isAPI } }: { user: UserRow }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className="min-w-0 break-words">{name}</span>
    {isPacker && <Badge kind="neutral">{USERS.packer}</Badge>}
    {isAPI && <Badge kind="neutral">{USERS.api}</Badge>}
  </span>
)

type ActionsProps = { user: UserRow; isDeleting: boolean; onDelete(): void }

/** Admins cannot delete themselves, so their own row has no button for it. */
function Actions({ user: { _id, name, ordersToShip }, ...deletion }: ActionsProps) {
  const isSelf = useAppSelector((state) => state.session.user?._id === _id)
  return (
    <>
      <EditLink to={`/admin/user/${_id}/edit`} name={name} />
      {isSelf ? (
        <span className="inline-grid min-h-11 place-items-center text-muted">{USERS.you}</span>
      ) : (
        <DeleteButton
          name={name}
          sentence={USERS.deletion(name)}
          again={secondQuestion(name, ordersToShip)}
          {...deletion}
        />
      )}
    </>
  )
}

/** The second confirmation before a user with unshipped orders is deleted. */
const secondQuestion = (name: string, ordersToShip: number) =>
  ordersToShip > 0
    ? {
        sentence: USERS.deletionAgain(name, ordersToShip),
        action: USERS.deleteAnyway,
      }
    : undefined
