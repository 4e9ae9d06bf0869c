import { Link } from 'react-router'
import type { UserInfo } from '#contract/users.ts'
import { useAppDispatch } from '../../store.ts'
import { LAYOUT } from '../../texts/shop.ts'
import { useLogoutMutation } from '../accounts/accountsApi.ts'
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
  const dispatch = useAppDispatch()
  const [logout] = useLogoutMutation()
  const leave = async () => {
    await logout()
    dispatch(signedOut())
  }
  return (
    <button type="button" onClick={leave} className={className}>
      {LAYOUT.logout}
    </button>
  )
}
