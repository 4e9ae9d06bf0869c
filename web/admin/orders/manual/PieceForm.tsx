import { useState } from 'react'
import type { StandProduct } from '#contract/admin/orders.ts'
import { checkAnswers } from '#contract/answers.ts'
import { type ChosenValues, choiceOf } from '#contract/buy-fields.ts'
import { formatDollars } from '#contract/money.ts'
import { AnswerFields } from '#web/shop/catalog/AnswerFields.tsx'
import { ChoiceFields } from '#web/shop/catalog/ChoiceFields.tsx'
import { withChosen } from '#web/shop/catalog/choices.ts'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Line, lineOf } from './manual-draft.ts'
import { unitsOf } from './stand-stock.ts'

type Props = { headingId: string; product: StandProduct; lines: Line[]; onAdd(line: Line): void; onCancel(): void }

/** Asks for the choice of a piece and for the answers to its questions. */
export function PieceForm({ headingId, product, lines, onAdd, onCancel }: Props) {
  const { name, axes = [], asks = [], choices } = product
  const [chosen, setChosen] = useState<ChosenValues>(() => axes.map(() => undefined))
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [isChecked, setChecked] = useState(false)
  const choice = choiceOf(product, chosen)
  const { errors } = checkAnswers(asks, answers)
  const isChosen = !choices || (choice !== undefined && choice.qty > unitsOf(choice, lines))
  const add = () => {
    setChecked(true)
    if (isChosen && errors.length === 0) onAdd(lineOf(product, choice, answers))
  }
  const { price } = lineOf(product, choice, answers)
  return (
    <>
      <h2 id={headingId} className="text-lg wrap-anywhere">
        {name}
      </h2>
      <ChoiceFields
        product={product}
        chosen={chosen}
        onChoose={(axis, value) => setChosen((before) => withChosen(product, before, axis, value))}
      />
      {isChecked && !isChosen && (
        <p role="alert" className="text-sm text-bad">
          {choice ? MANUAL_ORDER.soldOut : MANUAL_ORDER.chooseFirst}
        </p>
      )}
      <AnswerFields
        questions={asks}
        answers={answers}
        errorOf={(key) => (isChecked ? errors.find((one) => one.key === key)?.message : undefined)}
        onAnswer={(given) => setAnswers((before) => ({ ...before, ...given }))}
        onLeave={() => {}}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="button" onClick={add}>
          {MANUAL_ORDER.addPiece}
          {(choice || !choices) && ` · ${formatDollars(price)}`}
        </Button>
        <Button type="button" variant="quiet" onClick={onCancel}>
          {MANUAL_ORDER.notThisPiece}
        </Button>
      </div>
    </>
  )
}
