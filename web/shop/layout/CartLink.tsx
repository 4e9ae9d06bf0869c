import { useVisitor } from '#web/shop/visitor/visitor.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'

const MOST_SHOWN = 99

/** The link to the cart, with the number of units in it. */
export function CartLink() {
  const count = useVisitor(({ cart }) => cart.cartItems.reduce((sum, { qty }) => sum + qty, 0))
  return (
    <Link
      to="/cart"
      className="relative -mr-1 inline-flex lg:-mr-3 min-h-11 items-center gap-2 rounded-full px-3 lg:gap-3 font-medium no-underline"
    >
      <span className="relative">
        <Icon name="bag" className="size-6" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-2 -right-2 min-w-5 rounded-full bg-accent px-1 text-center text-xs font-semibold text-card"
          >
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        )}
      </span>
      <span className="max-sm:sr-only">{LAYOUT.cart}</span>
      {count > 0 && <span className="sr-only">{LAYOUT.items(count)}</span>}
    </Link>
  )
}
