import type { UserInfo } from '#contract/users.ts'
import { callApi } from '../../call-api.ts'
import { LAYOUT } from '../../texts/shop.ts'
import { Link } from '../../ui/Link.tsx'
import { useVisitor, useVisitorDispatch } from '../../visitor.ts'
import { signedOut } from '../accounts/sessionSlice.ts'
import { MENU_ITEM, Menu } from './Menu.tsx'
import { SIDE_ITEM, SideLink, SideSection } from './SideLink.tsx'

type Props = { user: UserInfo }

/** The menu of the signed-in user, titled with their name. */
export const UserMenu = ({ user }: Props) => (
  <Menu title={user.name} side="right">
    <li>
      <Link to="/profile" className={MENU_ITEM}>
        {LAYOUT.profile}
      </Link>
    </li>
    <li>
      <LogoutButton className={MENU_ITEM} />
    </li>
  </Menu>
)

/** The user's links in the side menu. */
export const SideAccount = ({ user }: Props) => (
  <SideSection title={user.name}>
    <SideLink to="/profile" label={LAYOUT.profile} />
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
