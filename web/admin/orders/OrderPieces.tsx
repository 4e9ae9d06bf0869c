import { itemName } from '#contract/order-items.ts'
import type { Order } from '#contract/orders.ts'
import { AnswerList } from '#web/shop/orders/AnswerList.tsx'
import { ORDER_PIECES } from '#web/texts/admin-orders.ts'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { shippedUnits } from './parcel-content.ts'

/** What is to be packed: each piece with photo, number and answers in large type; gift note and wrap. */
export function OrderPieces({ order }: { order: Order }) {
  const shipped = shippedUnits(order)
  return (
    <section aria-labelledby="pieces" className="grid gap-3">
      <h3 id="pieces" className="text-lg">
        {ORDER_PIECES.title}
      </h3>
      <ul className="divide-y divide-line">
        {order.orderItems.map(({ line, product, name, image, qty, answers, refunded = 0 }) => (
          <li
            key={itemName({ name: String(line), answers })}
            className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-4 py-3 first:pt-0 last:pb-0"
          >
            <Photo image={image} alt="" sizes="5rem" />
            <div className="grid gap-1">
              <p
                className={`text-lg leading-snug font-medium wrap-anywhere ${refunded === qty ? 'text-muted line-through' : ''}`}
              >
                <span className="tabular-nums">{qty} ×</span>{' '}
                <Link to={`/products/${product}`} className="text-ink no-underline hover:underline">
                  {name}
                </Link>
              </p>
              <AnswerList answers={answers} isLarge />
              <Part count={refunded} of={qty} all={ORDER_PIECES.refunded} part={ORDER_PIECES.partlyRefunded} />
              <Part
                count={shipped.get(line) ?? 0}
                of={qty}
                all={ORDER_PIECES.shipped}
                part={ORDER_PIECES.partlyShipped}
                className="text-good"
              />
            </div>
          </li>
        ))}
      </ul>
      {order.wrapPrice !== undefined && <p className="font-medium">{ORDER_PIECES.wrap}</p>}
      {order.giftNote && (
        <div>
          <p className="text-sm text-muted">{ORDER_PIECES.giftNote}</p>
          <p className="text-lg whitespace-pre-line wrap-anywhere">{order.giftNote}</p>
        </div>
      )}
    </section>
  )
}

type PartProps = { count: number; of: number; all: string; part(count: number, of: number): string; className?: string }

/** How much of a line is in parcels, or was refunded; nothing without any. */
const Part = ({ count, of, all, part, className = 'font-medium' }: PartProps) =>
  count > 0 && <p className={`text-sm ${className}`}>{count === of ? all : part(count, of)}</p>
