import type { ReactNode } from 'react'
import { ADMIN } from '../../../texts/admin.ts'
import { Icon, LineDrawing } from '../../../ui/Icon.tsx'
import { NavItem } from '../../../ui/NavItem.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { useVisitor } from '../../../visitor.ts'
import { SideAccount } from '../../layout/AccountMenus.tsx'
import { SideLink } from '../../layout/SideLink.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { ADMIN_LINKS } from '../links.ts'

const ITEM =
  'flex min-h-11 items-center rounded-md px-4 font-medium no-underline hover:bg-sand aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

/** The admin menu beside the screen, on wide windows. */
export const SideNav = () => (
  <nav aria-label={ADMIN.title} className="hidden border-r border-line lg:block print:hidden">
    <ul className="sticky top-16 grid max-h-[calc(100dvh-4rem)] overflow-y-auto px-3 py-4">
      {ADMIN_LINKS.map((link) => (
        <li key={link.to}>
          <NavItem {...link} className={ITEM} />
        </li>
      ))}
    </ul>
  </nav>
)

const TAB =
  'grid h-16 w-full content-center justify-items-center gap-0.5 text-xs font-medium no-underline aria-[current=page]:text-accent'

const TABS = [
  { to: '/admin/dashboard', label: ADMIN.dashboard, path: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10m-8 9.5v-6h4v6' },
  {
    to: '/admin/orderlist',
    label: ADMIN.orders,
    path: 'm3.5 7.5 8.5-4 8.5 4v9l-8.5 4-8.5-4zm0 0 8.5 4 8.5-4M12 11.5v9',
  },
  {
    to: '/admin/productlist',
    label: ADMIN.products,
    path: 'M4 4.5h8l8 8-7.5 7.5-8.5-8.5zm4.5 4.5v.1',
  },
  {
    to: '/admin/coupons',
    label: ADMIN.coupons,
    path: 'M4 6.5h16v4a1.5 1.5 0 0 0 0 3v4H4v-4a1.5 1.5 0 0 0 0-3zm9.5 0v11',
  },
]

/** The screens that are used most and the button of the whole menu, at the foot of a narrow window. */
export const Tabs = () => (
  <nav
    aria-label={ADMIN.title}
    data-bottom-bar
    className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
  >
    <ul className="grid grid-cols-5">
      {TABS.map(({ to, label, path }) => (
        <li key={to}>
          <NavItem to={to} label={<TabLabel path={path}>{label}</TabLabel>} className={TAB} />
        </li>
      ))}
      <li>
        <MenuDrawer />
      </li>
    </ul>
  </nav>
)

const TabLabel = ({ path, children }: { path: string; children: ReactNode }) => (
  <>
    <LineDrawing path={path} className="size-6" />
    {children}
  </>
)

/** The whole admin menu with the account, and the button that opens it. */
function MenuDrawer() {
  const user = useVisitor(({ session }) => session.user)
  const { name } = useShop()
  const { opener, dialog, closer } = useDialog()
  return (
    <>
      <button {...opener} className={TAB}>
        <Icon name="menu" className="size-6" />
        {ADMIN.more}
      </button>
      <dialog
        {...dialog}
        aria-label={ADMIN.title}
        className="mr-0 ml-auto h-dvh max-h-none w-80 max-w-full bg-paper text-ink shadow-lg open:animate-rise"
      >
        <div className="grid gap-5 p-5">
          <div className="flex items-center justify-between pl-3">
            <h2 className="font-sans text-sm font-semibold text-muted">{ADMIN.title}</h2>
            <button {...closer} aria-label={ADMIN.closeMenu} className="grid size-11 shrink-0 place-items-center">
              <Icon name="close" />
            </button>
          </div>
          <nav aria-label={ADMIN.title} className="grid gap-5">
            <ul>
              {ADMIN_LINKS.map((link) => (
                <SideLink key={link.to} {...link} />
              ))}
            </ul>
            {user && <SideAccount user={user} />}
            <ul className="border-t border-line pt-5">
              <SideLink to="/" label={ADMIN.viewShopNamed(name)} />
            </ul>
          </nav>
        </div>
      </dialog>
    </>
  )
}
