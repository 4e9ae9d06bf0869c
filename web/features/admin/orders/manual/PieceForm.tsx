import { useEffect, useRef, useState } from 'react'
import { checkAnswers } from '#contract/answers.ts'
import { type ChosenValues, choiceOf } from '#contract/buy-fields.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { MANUAL_ORDER } from '../../../../texts/admin-manual-orders.ts'
import { Button } from '../../../../ui/Button.tsx'
import { AnswerFields } from '../../../catalog/AnswerFields.tsx'
import { ChoiceFields } from '../../../catalog/ChoiceFields.tsx'
import { withChosen } from '../../../catalog/choices.ts'
import { type Line, lineOf } from './manual-draft.ts'

type Props = { product: Product; onAdd(line: Line): void; onCancel(): void }

/** Asks for the choice of a piece and for the answers to its questions. */
export function PieceForm({ product, onAdd, onCancel }: Props) {
  const { name, axes = [], asks = [], choices } = product
  const [chosen, setChosen] = useState<ChosenValues>(() => axes.map(() => undefined))
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [isChecked, setChecked] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const choice = choiceOf(product, chosen)
  const { errors } = checkAnswers(asks, answers)
  const isChosen = !choices || (choice?.qty ?? 0) > 0
  const add = () => {
    setChecked(true)
    if (isChosen && errors.length === 0) onAdd(lineOf(product, choice, answers))
  }
  const { price } = lineOf(product, choice, answers)
  return (
    <section aria-labelledby="piece" className="grid gap-5">
      <h3 id="piece" ref={heading} tabIndex={-1} className="text-lg wrap-anywhere">
        {name}
      </h3>
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
        <Button type="button" variant="secondary" onClick={add}>
          {MANUAL_ORDER.addPiece}
          {(choice || !choices) && ` · ${formatDollars(price)}`}
        </Button>
        <Button type="button" variant="quiet" onClick={onCancel}>
          {MANUAL_ORDER.notThisPiece}
        </Button>
      </div>
    </section>
  )
}
