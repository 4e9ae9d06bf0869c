import { use } from 'react'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { UserMenu } from '#web/shop/layout/AccountMenus.tsx'
import { Mark, useWordmark } from '#web/shop/settings/Mark.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { useVisitor } from '#web/shop/visitor/visitor.ts'
import { ADMIN } from '#web/texts/admin.ts'
import { Link } from '#web/ui/Link.tsx'
import { Parts } from '#web/ui/Parts.tsx'

/** The bar above the seller's screens: the shop's name, which leads to the shop, and the account. */
export function TopBar() {
  const user = useVisitor(({ session }) => session.user)
  const { name } = useShop()
  const isWordmark = useWordmark()
  const { topBar } = use(AdminSlotsContext)
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper print:hidden">
      <div className="flex h-16 items-center gap-3 px-4 sm:px-6 lg:gap-10">
        <Link
          to="/"
          title={ADMIN.viewShop}
          className="inline-flex min-h-11 max-w-32 shrink-0 min-w-0 items-center gap-2 font-serif leading-tight font-semibold tracking-tight text-accent no-underline sm:max-w-64"
        >
          <Mark height={32} />
          <span className={isWordmark ? 'sr-only' : 'line-clamp-2 min-w-0 break-words'}>{name}</span>
        </Link>
        <Parts of={topBar} props={{}} />
        {user && (
          <div className="ml-auto hidden max-w-56 shrink-0 lg:block">
            <UserMenu user={user} />
          </div>
        )}
      </div>
    </header>
  )
}
