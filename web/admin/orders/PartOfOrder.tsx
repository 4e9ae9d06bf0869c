import { itemName } from '#contract/order-items.ts'
import type { Order } from '#contract/orders.ts'
import { PARCELS } from '#web/texts/admin-orders.ts'
import { BOX } from '#web/ui/Field.tsx'
import type { Units } from './parcel-content.ts'

type Props = { order: Order; left: Units; chosen: Units; onChange(chosen: Units): void }

/** How many units of each line are in this parcel. */
export const PartOfOrder = ({ order, left, chosen, onChange }: Props) => (
  <fieldset className="grid gap-1">
    <legend className="text-sm font-medium">{PARCELS.inThis}</legend>
    {order.orderItems.flatMap((item) => {
      const most = left.get(item.line)
      if (most === undefined) return []
      const name = itemName(item)
      return (
        <div key={item.line} className="flex items-center justify-between gap-4">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <select
            aria-label={PARCELS.unitsOf(name)}
            value={chosen.get(item.line) ?? 0}
            onChange={({ target }) => onChange(new Map(chosen).set(item.line, Number(target.value)))}
            className={`${BOX} max-w-28`}
          >
            {Array.from({ length: most + 1 }, (_, qty) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the number is the option
              <option key={qty} value={qty}>
                {PARCELS.unitsOfAll(qty, most)}
              </option>
            ))}
          </select>
        </div>
      )
    })}
  </fieldset>
)
