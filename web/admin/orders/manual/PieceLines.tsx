import { formatDollars } from '#contract/money.ts'
import { answerText } from '#contract/order-items.ts'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { QuantitySelect } from '#web/ui/QuantitySelect.tsx'
import type { Line } from './manual-draft.ts'

type Props = { lines: Line[]; onQty(line: Line, qty: number): void; onRemove(line: Line): void }

/** The pieces of the order, with their quantities. */
export const PieceLines = ({ lines, onQty, onRemove }: Props) => (
  <ul className="divide-y divide-line border-y border-line">
    {lines.map((line) => (
      <li
        key={JSON.stringify([line.product, line.answers])}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3"
      >
        <Photo image={line.image} alt="" sizes="3rem" className="size-12 shrink-0 rounded-sm" />
        <span className="min-w-0 grow basis-40">
          <span className="block font-medium wrap-anywhere">{line.name}</span>
          {line.answers.map((answer) => (
            <span key={answer.key} className="block text-sm wrap-anywhere text-muted">
              {answerText(answer)}
            </span>
          ))}
          <span className="block text-sm text-muted tabular-nums">{formatDollars(line.price)}</span>
        </span>
        <span className="ml-auto flex items-center gap-1">
          <QuantitySelect
            value={line.qty}
            max={Math.max(line.most, line.qty)}
            label={MANUAL_ORDER.quantityOf(line.name)}
            onChange={(qty) => onQty(line, qty)}
          />
          <button
            type="button"
            aria-label={MANUAL_ORDER.remove(line.name)}
            onClick={() => onRemove(line)}
            className="grid size-12 place-items-center rounded-full hover:bg-sand"
          >
            <Icon name="close" className="size-4" />
          </button>
        </span>
      </li>
    ))}
  </ul>
)
