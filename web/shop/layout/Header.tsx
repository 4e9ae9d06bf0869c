import { Suspense, use, useEffect } from 'react'
import { Mark, useWordmark } from '#web/shop/settings/Mark.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { SiteMenusContext } from '#web/shop/slots/site-menus.ts'
import { useVisitor } from '#web/shop/visitor/visitor.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Link } from '#web/ui/Link.tsx'
import { NavItem } from '#web/ui/NavItem.tsx'
import { CartLink } from './CartLink.tsx'
import { UserMenu } from './lazy-menus.ts'
import { mainLinks } from './links.ts'
import { SearchDialog } from './SearchDialog.tsx'
import { SideMenu } from './SideMenu.tsx'

const LINK =
  'max-w-28 shrink-0 truncate rounded-full px-3 py-2 leading-7 font-medium no-underline xl:max-w-48 aria-[current=page]:text-accent aria-[current=page]:underline aria-[current=page]:decoration-2'

/** Text pages that the bar has room for; the side menu and the footer have all. */
const PAGES_IN_BAR = 2

/** The header: a bar from 991 px, a side menu below. */
export function Header() {
  const user = useVisitor(({ session }) => session.user)
  // From here on this header says who is signed in, and no longer the page's inline script.
  useEffect(() => {
    if (user) delete document.documentElement.dataset.account
  }, [user])
  const shop = useShop()
  const { name } = shop
  const isWordmark = useWordmark()
  const menus = use(SiteMenusContext)
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex h-18 max-w-page items-center gap-1 px-2 sm:px-5 lg:gap-4 lg:px-8">
        <SideMenu />
        <Link
          to="/"
          className="mr-auto inline-flex min-h-11 min-w-0 items-center gap-2 font-serif text-lg leading-tight font-semibold tracking-tight text-accent max-xs:text-base no-underline lg:mr-0"
        >
          <Mark height={40} />
          <span className={isWordmark ? 'sr-only' : 'line-clamp-2 min-w-0 break-words'}>{name}</span>
        </Link>
        <nav aria-label={LAYOUT.main} className="mr-auto hidden items-center gap-1 lg:flex">
          {mainLinks(shop, PAGES_IN_BAR).map((link) => (
            <NavItem key={link.to} {...link} className={LINK} />
          ))}
          {user?.isAdmin && menus && (
            <Suspense>
              <menus.Menu />
            </Suspense>
          )}
        </nav>
        {/* The same width for a name and the word Login, so that nothing moves when the browser knows the user. */}
        <div className="hidden w-48 justify-end lg:flex">
          {user ? (
            <Suspense fallback={<span className={`mr-5 ${LINK}`}>{user.name}</span>}>
              <UserMenu user={user} />
            </Suspense>
          ) : (
            <NavItem to="/login" label={LAYOUT.login} className={`login ${LINK}`} />
          )}
        </div>
        <SearchDialog />
        <CartLink />
      </div>
    </header>
  )
}
