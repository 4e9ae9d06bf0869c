import { use } from 'react'
import { NAMELESS_ADMIN } from '#contract/defaults.ts'
import type { UserInfo } from '#contract/users.ts'
import { callApi } from '#web/lib/call-api.ts'
import { signedOut } from '#web/lib/sessionSlice.ts'
import { SiteMenusContext } from '#web/shop/slots/site-menus.ts'
import { useVisitor, useVisitorDispatch } from '#web/shop/visitor/visitor.ts'
import { PACKERS } from '#web/texts/packers.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Link } from '#web/ui/Link.tsx'
import { MENU_ITEM, Menu } from './Menu.tsx'
import { SIDE_ITEM, SideLink, SideSection } from './SideLink.tsx'

type Props = { user: UserInfo }

/** The user's name; the email of an admin account that has no name yet. */
export const accountName = ({ name, email }: UserInfo) => (name === NAMELESS_ADMIN ? email : name)

/** The menu of the signed-in user, titled with their name. */
export const UserMenu = ({ user }: Props) => (
  <Menu title={accountName(user)} side="right">
    {user.isGuest && (
      <li>
        <Link to="/orders/find" className={MENU_ITEM}>
          {LAYOUT.findOrders}
        </Link>
      </li>
    )}
    {user.isPacker && (
      <li>
        <Link to="/admin" className={MENU_ITEM}>
          {PACKERS.desk}
        </Link>
      </li>
    )}
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
    {use(SiteMenusContext)?.links.map(({ to, label }) => (
      <li key={to}>
        <Link to={to} className={MENU_ITEM}>
          {label}
        </Link>
      </li>
    ))}
    <li>
      <LogoutButton className={MENU_ITEM} />
    </li>
  </Menu>
)

/** The user's links in the side menu. */
export const SideAccount = ({ user }: Props) => (
  <SideSection title={accountName(user)}>
    {user.isGuest ? (
      <>
        <SideLink to="/orders/find" label={LAYOUT.findOrders} />
        <SideLink to="/login" label={LAYOUT.login} />
      </>
    ) : (
      <>
        {user.isPacker && <SideLink to="/admin" label={PACKERS.desk} />}
        <SideLink to="/profile" label={LAYOUT.profile} />
      </>
    )}
    {use(SiteMenusContext)?.links.map((link) => (
      <SideLink key={link.to} {...link} />
    ))}
    <li>
      <LogoutButton className={SIDE_ITEM} />
    </li>
  </SideSection>
)

/** Ends the session on the server and in this browser, here even when the server does not answer. */
export function LogoutButton({ className }: { className: string }) {
  const dispatch = useVisitorDispatch()
  const token = useVisitor(({ session }) => session.user?.token)
  const leave = async () => {
    await callApi({ url: '/api/users/logout', method: 'POST' }, token).catch(() => {})
    dispatch(signedOut())
    // The scripts of this page hear of it as those of other tabs do.
    window.dispatchEvent(new Event('storage'))
  }
  return (
    // The desk finds it by its name: a seller may have to be asked first.
    <button type="button" name="logout" onClick={leave} className={className}>
      {LAYOUT.logout}
    </button>
  )
}
