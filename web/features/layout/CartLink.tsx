import { Link } from 'react-router'
import { useAppSelector } from '../../store.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The way to the cart, with the number of pieces in it. */
export function CartLink() {
  const count = useAppSelector(({ cart }) => cart.cartItems.reduce((sum, { qty }) => sum + qty, 0))
  return (
    <Link
      to="/cart"
      className="relative -mr-1 inline-flex lg:-mr-3 min-h-11 items-center gap-2 rounded-full px-3 lg:gap-3 font-medium no-underline"
    >
      <Icon name="bag" className="size-6" />
      <span className="max-sm:sr-only">Cart</span>
      {count > 0 && (
        <span className="absolute top-0 left-7 min-w-5 rounded-full bg-accent px-1 text-center text-xs font-semibold text-card">
          {count > 99 ? '99+' : count}
          <span className="sr-only">{count === 1 ? ' item' : ' items'}</span>
        </span>
      )}
    </Link>
  )
}
