import { Link } from 'react-router'
import type { UserInfo } from '#contract/users.ts'
import { useAppDispatch } from '../../store.ts'
import { useLogoutMutation } from '../accounts/accountsApi.ts'
import { signedOut } from '../accounts/sessionSlice.ts'
import { ADMIN_LINKS } from './links.ts'
import { Menu } from './Menu.tsx'
import { SIDE_ITEM, SideLink, SideSection } from './SideLink.tsx'

const ITEM = 'flex min-h-11 w-full items-center rounded-sm px-3 no-underline hover:bg-sand hover:text-accent'

type Props = { user: UserInfo }

/** The menu of who is signed in, titled with their name. */
export const UserMenu = ({ user }: Props) => (
  <Menu title={user.name} side="right">
    <li>
      <Link to="/profile" className={ITEM}>
        Profile
      </Link>
    </li>
    <li>
      <LogoutButton className={ITEM} />
    </li>
  </Menu>
)

/** What admins have beside it. */
export const AdminMenu = () => (
  <Menu title="Admin" side="left">
    {ADMIN_LINKS.map(({ to, label }) => (
      <li key={to}>
        <Link to={to} className={ITEM}>
          {label}
        </Link>
      </li>
    ))}
  </Menu>
)

/** Both, as they stand in the slide-out menu. */
export const SideAccount = ({ user }: Props) => (
  <>
    <SideSection title={user.name}>
      <SideLink to="/profile" label="Profile" />
      <li>
        <LogoutButton className={SIDE_ITEM} />
      </li>
    </SideSection>
    {user.isAdmin && (
      <SideSection title="Admin">
        {ADMIN_LINKS.map((link) => (
          <SideLink key={link.to} {...link} />
        ))}
      </SideSection>
    )}
  </>
)

/** Ends the session, on the server and here; here even when the server cannot be reached. */
function LogoutButton({ className }: { className: string }) {
  const dispatch = useAppDispatch()
  const [logout] = useLogoutMutation()
  const leave = async () => {
    await logout()
    dispatch(signedOut())
  }
  return (
    <button type="button" onClick={leave} className={className}>
      Logout
    </button>
  )
}
