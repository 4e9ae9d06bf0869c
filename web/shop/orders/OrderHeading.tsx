import { formatMoment } from '#contract/dates.ts'
import type { Order } from '#contract/orders.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ORDER_PAGE } from '#web/texts/checkout.ts'
import { Button } from '#web/ui/Button.tsx'

/** Number and date of an order; in print also the shop's name. */
export function OrderHeading({ order: { number, createdAt, isPaid } }: { order: Order }) {
  const { name, email, timeZone } = useShop()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="grid gap-1">
        <h1>{ORDER_PAGE.numbered(number)}</h1>
        <p className="text-muted">{ORDER_PAGE.placedOn(formatMoment(createdAt, timeZone))}</p>
      </div>
      <p className="hidden text-right print:block">
        <strong className="block font-serif text-lg">{name}</strong>
        {email}
      </p>
      {isPaid && (
        <Button variant="quiet" onClick={() => window.print()}>
          {ORDER_PAGE.printReceipt}
        </Button>
      )}
    </div>
  )
}
