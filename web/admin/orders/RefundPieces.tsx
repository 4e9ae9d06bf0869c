import type { Refundable } from '#contract/admin/orders.ts'
import { formatDollars } from '#contract/money.ts'
import { itemName } from '#contract/order-items.ts'
import { AnswerList } from '#web/shop/orders/AnswerList.tsx'
import { REFUND } from '#web/texts/admin-orders.ts'
import { CheckField, SelectField } from '#web/ui/Field.tsx'
import type { Pieces } from './refund-choice.ts'

type Line = Refundable['items'][number]
type Props = {
  refundable: Refundable
  /** In cents. */
  shipping: number
  pieces: Pieces
  onChange(pieces: Pieces): void
}

/** The lines of an order, each with how many of its units to refund, and its shipping. */
export function RefundPieces({ refundable: { items, isShippingRefunded }, shipping, pieces, onChange }: Props) {
  return (
    <div className="grid">
      <ul className="grid divide-y divide-line">
        {items.map((line) => (
          <RefundLine key={line.line} line={line} pieces={pieces} onChange={onChange} />
        ))}
      </ul>
      {shipping > 0 && !isShippingRefunded && (
        <CheckField
          label={REFUND.shippingOf(shipping)}
          checked={pieces.withShipping}
          onChange={({ target }) => onChange({ ...pieces, withShipping: target.checked })}
        />
      )}
      {isShippingRefunded && <p className="text-sm text-muted">{REFUND.shippingRefunded}</p>}
    </div>
  )
}

function RefundLine({ line, pieces, onChange }: Pick<Props, 'pieces' | 'onChange'> & { line: Line }) {
  const name = itemName(line)
  const left = line.qty - line.refunded
  const chosen = pieces.units[line.line] ?? 0
  const isRestocked = pieces.restocked.includes(line.line)
  const mayRestock = chosen > 0 && chosen <= line.qty - line.restocked
  const choose = (qty: number) =>
    onChange({
      ...pieces,
      units: { ...pieces.units, [line.line]: qty },
      restocked: qty > 0 && qty <= line.qty - line.restocked ? pieces.restocked : without(pieces, line.line),
    })
  return (
    <li className="grid gap-2 py-3">
      <p className="wrap-anywhere">
        <span className="font-medium">{line.name}</span>{' '}
        <span className="text-muted tabular-nums">
          {line.qty} x {formatDollars(line.price)}
        </span>
      </p>
      <AnswerList answers={line.answers} />
      {line.refunded > 0 && <p className="text-sm text-muted">{REFUND.unitsRefunded(line.refunded, line.qty)}</p>}
      {left > 0 && (
        <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
          {left === 1 ? (
            <CheckField
              label={REFUND.unit}
              aria-label={REFUND.unitOf(name)}
              checked={chosen > 0}
              onChange={({ target }) => choose(target.checked ? 1 : 0)}
            />
          ) : (
            <SelectField
              label={REFUND.units}
              aria-label={REFUND.unitsOf(name)}
              value={chosen}
              onChange={({ target }) => choose(Number(target.value))}
            >
              {Array.from({ length: Math.min(left, MOST_OPTIONS) + 1 }, (_, qty) => qty).map((qty) => (
                <option key={qty}>{qty}</option>
              ))}
            </SelectField>
          )}
          {chosen > 0 && (
            <CheckField
              label={REFUND.restockUnits}
              aria-label={REFUND.restockUnitsOf(name)}
              checked={isRestocked}
              disabled={!mayRestock}
              onChange={({ target }) =>
                onChange({
                  ...pieces,
                  restocked: target.checked ? [...pieces.restocked, line.line] : without(pieces, line.line),
                })
              }
            />
          )}
        </div>
      )}
    </li>
  )
}

/** A longer list of options is hard to use; more units take several refunds. */
const MOST_OPTIONS = 100

const without = ({ restocked }: Pieces, line: number) => restocked.filter((one) => one !== line)
