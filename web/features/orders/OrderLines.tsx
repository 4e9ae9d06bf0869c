import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import { Photo } from '../../ui/Photo.tsx'

type Line = { product: string; name: string; image: string; price: number; qty: number }

/** What is ordered: photograph, name, quantity times price. */
export const OrderLines = ({ items }: { items: readonly Line[] }) => (
  <ul className="divide-y divide-line">
    {items.map(({ product, name, image, price, qty }) => (
      <li key={product} className="grid grid-cols-[5rem_1fr] items-center gap-5 py-4">
        <Photo image={image} alt="" sizes="5rem" />
        <div className="flex min-w-0 flex-wrap justify-between gap-x-6 gap-y-1">
          <Link to={`/products/${product}`} className="min-w-0 font-medium break-words no-underline hover:underline">
            {name}
          </Link>
          <span className="text-muted tabular-nums">
            {qty} x {formatDollars(price)} ={' '}
            <strong className="font-semibold text-ink">{formatDollars(qty * price)}</strong>
          </span>
        </div>
      </li>
    ))}
  </ul>
)
