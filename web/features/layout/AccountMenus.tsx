import { NAMELESS_ADMIN } from '#contract/defaults.ts'
import type { UserInfo } from '#contract/users.ts'
import { callApi } from '../../call-api.ts'
import { LAYOUT } from '../../texts/shop.ts'
import { Link } from '../../ui/Link.tsx'
import { useVisitor, useVisitorDispatch } from '../../visitor.ts'
import { signedOut } from '../accounts/sessionSlice.ts'
import { MENU_ITEM, Menu } from './Menu.tsx'
import { SIDE_ITEM, SideLink, SideSection } from './SideLink.tsx'

type Props = { user: UserInfo }

/** The user's name; the email of an admin account that has no name yet. */
export const accountName = ({ name, email }: UserInfo) => (name === NAMELESS_ADMIN ? email : name)

/** The menu of the signed-in user, titled with their name. */
export const UserMenu = ({ user }: Props) => (
  <Menu title={accountName(user)} side="right">
    <li>
      {user.isGuest ? (
        <Link to="/login" className={MENU_ITEM}>
          {LAYOUT.login}
        </Link>
      ) : (
        <Link to="/profile" className={MENU_ITEM}>
          {LAYOUT.profile}
        </Link>
      )}
    </li>
    <li>
      <LogoutButton className={MENU_ITEM} />
    </li>
  </Menu>
)

/** The user's links in the side menu. */
export const SideAccount = ({ user }: Props) => (
  <SideSection title={accountName(user)}>
    {user.isGuest ? <SideLink to="/login" label={LAYOUT.login} /> : <SideLink to="/profile" label={LAYOUT.profile} />}
    <li>
      <LogoutButton className={SIDE_ITEM} />
    </li>
  </SideSection>
)

/** Ends the session on the server and in this browser, here even when the server does not answer. */
function LogoutButton({ className }: { className: string }) {
  const dispatch = useVisitorDispatch()
  const token = useVisitor(({ session }) => session.user?.token)
  const leave = async () => {
    await callApi({ url: '/api/users/logout', method: 'POST' }, token).catch(() => {})
    dispatch(signedOut())
  }
  return (
    <button type="button" onClick={leave} className={className}>
      {LAYOUT.logout}
    </button>
  )
}
