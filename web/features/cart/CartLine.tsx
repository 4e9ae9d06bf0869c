import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import { useAppDispatch } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { QuantitySelect } from '../../ui/QuantitySelect.tsx'
import { type CartItem, itemAdded, itemRemoved } from './cartSlice.ts'

/** A piece in the cart: its quantity can be changed, and it can be taken out. */
export function CartLine({ item }: { item: CartItem }) {
  const dispatch = useAppDispatch()
  const { product, name, image, price, qty, qtyAvail } = item
  return (
    <li className="grid grid-cols-[6rem_1fr] gap-5 py-6 sm:grid-cols-[9rem_1fr] sm:gap-8 sm:py-8">
      <Link to={`/products/${product}`} tabIndex={-1} aria-hidden="true">
        <Photo image={image} alt="" sizes="9rem" />
      </Link>
      <div className="grid content-between gap-4">
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
          <Link to={`/products/${product}`} className="font-serif text-lg no-underline hover:underline">
            {name}
          </Link>
          <span className="font-semibold tabular-nums">{formatDollars(price)}</span>
        </div>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <QuantitySelect
            value={qty}
            max={qtyAvail}
            label={`Quantity of ${name}`}
            onChange={(chosen) => dispatch(itemAdded({ ...item, qty: chosen }))}
          />
          <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => dispatch(itemRemoved(product))}>
            Remove
          </Button>
        </div>
      </div>
    </li>
  )
}
