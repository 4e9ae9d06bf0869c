import { Suspense } from 'react'
import { LAYOUT } from '../../texts/shop.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import { useVisitor } from '../../visitor.ts'
import { useShop } from '../shop/use-shop.ts'
import { SideAccount, SideAdmin } from './lazy-menus.ts'
import { mainLinks } from './links.ts'
import { SideLink } from './SideLink.tsx'

/** The side menu below 991 px, and its button. */
export function SideMenu() {
  const user = useVisitor(({ session }) => session.user)
  const shop = useShop()
  const { name, tagline } = shop
  const { opener, dialog, closer } = useDialog()
  return (
    <div className="lg:hidden">
      <button
        {...opener}
        aria-label={LAYOUT.menu}
        className="grid size-11 place-items-center rounded-full hover:text-accent"
      >
        <Icon name="menu" className="size-6" />
      </button>
      <dialog
        {...dialog}
        aria-label={LAYOUT.menu}
        className="h-dvh max-h-none w-80 max-w-full bg-paper text-ink shadow-lg open:animate-slide"
      >
        <div className="flex min-h-full flex-col gap-6 p-5">
          <div className="flex items-center justify-between pl-3">
            <span className="min-w-0 font-serif text-lg leading-tight font-semibold break-words text-accent">
              {name}
            </span>
            <button {...closer} aria-label={LAYOUT.closeMenu} className="grid size-11 shrink-0 place-items-center">
              <Icon name="close" />
            </button>
          </div>
          <nav aria-label={LAYOUT.menu} className="grid gap-6">
            <ul className="grid">
              {mainLinks(shop).map((link) => (
                <SideLink key={link.to} {...link} />
              ))}
              <SideLink to="/cart" label={LAYOUT.cart} />
              {!user && <SideLink to="/login" label={LAYOUT.login} />}
            </ul>
            {user && (
              <Suspense>
                <SideAccount user={user} />
                {user.isAdmin && <SideAdmin />}
              </Suspense>
            )}
          </nav>
          <p className="mt-auto px-3 text-sm break-words text-muted">{tagline}</p>
        </div>
      </dialog>
    </div>
  )
}
