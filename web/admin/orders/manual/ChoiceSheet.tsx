import { type MouseEvent, useEffect, useId, useRef } from 'react'
import type { StandProduct } from '#contract/admin/orders.ts'
import { formatDollars } from '#contract/money.ts'
import { MANUAL_ORDER, STAND } from '#web/texts/admin-manual-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Line, lineOf } from './manual-draft.ts'
import { PieceForm } from './PieceForm.tsx'
import { unitsOf } from './stand-stock.ts'

type Props = { product: StandProduct; lines: Line[]; onAdd(line: Line): void; onClose(): void }

/**
 * Asks at the foot of the window which of its choices a product is sold in, and for the answers to its questions. Where
 * it differs in one thing only, a tap on the choice adds it.
 */
export function ChoiceSheet({ product, lines, onAdd, onClose }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => ref.current?.showModal(), [])
  const { choices = [], axes = [], asks } = product
  const dialog = { ref, onClose, onClick: ({ target }: MouseEvent) => target === ref.current && onClose() }
  return (
    <dialog
      {...dialog}
      aria-labelledby={id}
      className="mx-auto mt-auto mb-0 max-h-[85dvh] w-full max-w-lg overflow-y-auto rounded-t-lg bg-card text-left text-base text-ink shadow-lg open:animate-rise sm:mb-auto sm:rounded-lg"
    >
      <div className="grid gap-5 p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] sm:p-8">
        {axes.length === 1 && !asks ? (
          <>
            <h2 id={id} className="text-lg wrap-anywhere">
              {product.name}
            </h2>
            <ul aria-label={axes[0]} className="grid gap-2">
              {choices.map((choice) => (
                <li key={choice._id}>
                  <ChoiceButton
                    choice={choice}
                    isOut={unitsOf(choice, lines) >= choice.qty}
                    onChoose={() => onAdd(lineOf(product, choice))}
                  />
                </li>
              ))}
            </ul>
            <Button type="button" variant="quiet" className="mx-0 justify-self-start" onClick={onClose}>
              {MANUAL_ORDER.notThisPiece}
            </Button>
          </>
        ) : (
          <PieceForm headingId={id} product={product} lines={lines} onAdd={onAdd} onCancel={onClose} />
        )}
      </div>
    </dialog>
  )
}

type ChoiceProps = { choice: NonNullable<StandProduct['choices']>[number]; isOut: boolean; onChoose(): void }

const ChoiceButton = ({ choice: { values, price, qty }, isOut, onChoose }: ChoiceProps) => (
  <button
    type="button"
    disabled={isOut}
    onClick={onChoose}
    className="flex min-h-13 w-full items-center gap-3 rounded-md border border-edge px-4 py-2 text-left transition-colors hover:border-accent hover:bg-accent-soft disabled:border-line disabled:bg-sand disabled:text-muted"
  >
    <span className="min-w-0 grow font-medium wrap-anywhere">{values[0]}</span>
    <span className="text-sm text-muted">
      {qty === 0 ? MANUAL_ORDER.soldOut : isOut ? STAND.allInCart : MANUAL_ORDER.left(qty)}
    </span>
    <span className="tabular-nums">{formatDollars(price)}</span>
  </button>
)
