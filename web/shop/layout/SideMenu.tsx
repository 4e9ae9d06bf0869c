import { Suspense, use, useEffect, useState } from 'react'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { SiteMenusContext } from '#web/shop/slots/site-menus.ts'
import { useVisitor } from '#web/shop/visitor/visitor.ts'
import { LAYOUT, SEARCH } from '#web/texts/shop.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { SideAccount, SideCategories } from './lazy-menus.ts'
import { mainLinks } from './links.ts'
import { SideLink } from './SideLink.tsx'
import { SEARCH_BOX } from './search-box.ts'

/** The side menu below 991 px, and its button. */
export function SideMenu() {
  const user = useVisitor(({ session }) => session.user)
  const shop = useShop()
  const { name, tagline, searchHint } = shop
  const menus = use(SiteMenusContext)
  const { opener, dialog, closer } = useDialog()
  const [isOpened, setOpened] = useState(false)
  // The menu may have been opened before this script ran.
  useEffect(() => setOpened(dialog.ref.current?.open ?? false), [dialog.ref])
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
        // Opening it moves the focus into it.
        onFocus={() => setOpened(true)}
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
          {/* The search key of the keyboard sends it. */}
          <form action="/search" className="grid">
            <input type="search" name="text" aria-label={SEARCH.box} placeholder={searchHint} className={SEARCH_BOX} />
          </form>
          <nav aria-label={LAYOUT.menu} className="grid gap-6">
            <ul className="grid">
              {mainLinks(shop).map((link) => (
                <SideLink key={link.to} {...link} />
              ))}
              <SideLink to="/cart" label={LAYOUT.cart} />
              {!user && <SideLink to="/login" label={LAYOUT.login} />}
            </ul>
            {isOpened && (
              <Suspense>
                <SideCategories />
              </Suspense>
            )}
            {user && (
              <Suspense>
                <SideAccount user={user} />
                {user.isAdmin && menus && <menus.SideMenu />}
              </Suspense>
            )}
          </nav>
          <p className="mt-auto px-3 text-sm break-words text-muted">{tagline}</p>
        </div>
      </dialog>
    </div>
  )
}
