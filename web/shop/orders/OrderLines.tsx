import { formatDollars } from '#contract/money.ts'
import { itemName } from '#contract/order-items.ts'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { AnswerList } from './AnswerList.tsx'

type OrderLine = {
  product: string
  name: string
  image: string
  price: number
  qty: number
  answers?: readonly { label: string; answer: string }[]
}

/** The items of an order: photo, name, quantity times price. The price stands below the name, or beside it. */
export const OrderLines = ({ items }: { items: readonly OrderLine[] }) => (
  <ul className="@container divide-y divide-line">
    {items.map(({ product, name, image, price, qty, answers }) => (
      <li
        key={itemName({ name: product, answers })}
        className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-5 py-4"
      >
        <Photo image={image} alt="" sizes="5rem" />
        <div className="grid gap-x-6 gap-y-1 @md:grid-cols-[minmax(0,1fr)_auto]">
          <Link
            to={`/products/${product}`}
            className="justify-self-start font-medium wrap-anywhere no-underline hover:underline"
          >
            {name}
          </Link>
          <span className="text-muted tabular-nums @md:text-right">
            {qty} x {formatDollars(price)} ={' '}
            <strong className="font-semibold text-ink">{formatDollars(qty * price)}</strong>
          </span>
          <AnswerList answers={answers} />
        </div>
      </li>
    ))}
  </ul>
)
