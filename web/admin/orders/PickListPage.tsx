import type { Parcel } from '#contract/admin/orders.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { answerText } from '#contract/order-items.ts'
import { PICK_LIST } from '#web/texts/admin-orders.ts'
import { Photo } from '#web/ui/Photo.tsx'
import { PrintScreen, Sheet, ShopName } from './PrintScreen.tsx'
import { type Pick, picksFor } from './pick-list.ts'

/** The products to collect for several orders, with boxes to tick. */
export default function PickListPage() {
  return (
    <PrintScreen title={PICK_LIST.title}>
      {(parcels) => (
        <Sheet label={PICK_LIST.title}>
          <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
            <ShopName />
            <p className="text-right">
              {PICK_LIST.forOrders(
                parcels.map(({ number, isDemo }) => (isDemo ? PICK_LIST.demoNumber(number) : String(number))),
              )}
              <DueDay parcels={parcels} />
            </p>
          </div>
          <ul className="divide-y divide-line border-y border-line">
            {picksFor(parcels).map((pick) => (
              <Line key={pick.product} pick={pick} />
            ))}
          </ul>
        </Sheet>
      )}
    </PrintScreen>
  )
}

/** By which day the first of the orders ships. */
function DueDay({ parcels }: { parcels: Parcel[] }) {
  const [first] = parcels.flatMap(({ shipBy, isDelivered }) => (shipBy && !isDelivered ? [shipBy] : [])).sort()
  const text = PICK_LIST[parcels.length === 1 ? 'shipBy' : 'firstShipsBy']
  return first && <span className="block">{text(formatCalendarDay(first))}</span>
}

const Line = ({ pick: { name, sku, image, qty, orders } }: { pick: Pick }) => (
  <li>
    <label className="grid grid-cols-[1.5rem_2.5rem_4rem_1fr] items-center gap-3 py-3">
      <input type="checkbox" className="size-6" />
      <span className="text-lg font-semibold tabular-nums">{qty} ×</span>
      <Photo image={image} alt="" sizes="4rem" eager />
      <span className="min-w-0 break-words">
        <strong className="font-semibold">{sku}</strong> {name}
        <span className="block text-sm text-muted">
          {orders.map((order) => PICK_LIST.share(order.qty, order.number)).join(', ')}
        </span>
        {orders.map(({ number, qty, answers = [] }) =>
          answers.length > 0 ? (
            <span key={`${number} ${answers.map(answerText)}`} className="block">
              {PICK_LIST.share(qty, number)}: {answers.map(answerText).join(', ')}
            </span>
          ) : null,
        )}
      </span>
    </label>
  </li>
)
