import { formatMoment } from '#contract/dates.ts'
import type { Order } from '#contract/orders.ts'
import { Button } from '../../ui/Button.tsx'
import { useShop } from '../shop/shopApi.ts'

/** Which order this is, and since when. On paper also from whom. */
export function OrderHeading({ order: { number, createdAt, isPaid } }: { order: Order }) {
  const { name, email, timeZone } = useShop()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="grid gap-1">
        <h1>Order {number}</h1>
        <p className="text-muted">Placed on {formatMoment(createdAt, timeZone)}</p>
      </div>
      <p className="hidden text-right print:block">
        <strong className="block font-serif text-lg">{name}</strong>
        {email}
      </p>
      {isPaid && (
        <Button variant="quiet" onClick={() => window.print()}>
          Print receipt
        </Button>
      )}
    </div>
  )
}
