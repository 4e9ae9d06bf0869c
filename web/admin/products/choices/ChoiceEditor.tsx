import { useState } from 'react'
import { AXES_MAX, AXIS_MAX, withAxis, withoutAxis } from '#contract/admin/choices.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { CHOICE_FORM } from '#web/texts/admin-products.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import type { Entries, Errors } from '../entries.ts'
import { linesOf } from '../questions/question-entries.ts'
import { ChoiceTable } from './ChoiceTable.tsx'
import { axisValues, type ChoiceEntry, firstChoice, withAxisValues } from './choice-entries.ts'

type Props = {
  entries: Entries
  errors: Errors
  /** Whether the product is saved with choices. */
  isFamily: boolean
  /** In a sale, which has prices before of its own. */
  isInSale: boolean
  onChange(some: Partial<Entries>): void
}

/** What a product's choices differ in, and the choices: closed for a piece without any. */
export function ChoiceEditor({ entries, errors, isFamily, isInSale, onChange }: Props) {
  const { axes, choices } = entries
  const [hadChoices] = useState(axes.length > 0)
  const [refused, setRefused] = useState('')
  const start = () => onChange({ axes: [''], choices: [firstChoice(entries)] })
  const rename = (axis: number, name: string) => onChange({ axes: axes.with(axis, name) })
  const revalue = (axis: number, values: string[]) => onChange({ choices: withAxisValues(choices, axis, values) })
  const addAxis = () => onChange({ axes: [...axes, ''], choices: withAxis(choices, '') })
  const removeAxis = (axis: number) => {
    const left = withoutAxis(choices, axis)
    setRefused(left ? '' : CHOICE_FORM.twins)
    const [first] = left ?? []
    if (!left || !first) return
    if (axes.length > 1) onChange({ axes: axes.toSpliced(axis, 1), choices: left })
    else if (isFamily) onChange({ axes: [] })
    else
      onChange({ axes: [], choices: [], price: first.price, wasPrice: first.wasPrice, qty: first.qty, sku: first.sku })
  }
  return (
    <Disclosure title={CHOICE_FORM.title} about={CHOICE_FORM.about} isOpen={hadChoices || axes.length > 0}>
      <div className="grid gap-6 pt-4">
        {choices.length === 0 && <p className="text-muted">{CHOICE_FORM.lead}</p>}
        {choices.length > 0 && axes.length === 0 && <Alert kind="info">{CHOICE_FORM.onlyOne}</Alert>}
        {errors.axes && <StandingAlert of={errors}>{errors.axes}</StandingAlert>}
        {refused && <Alert onDismiss={() => setRefused('')}>{refused}</Alert>}
        {axes.map((name, axis) => (
          <AxisFields
            // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place
            key={axis}
            number={axis + 1}
            name={name}
            error={errors[`axes.${axis}`]}
            values={axisValues(choices, axis)}
            onRename={(next) => rename(axis, next)}
            onValues={(values) => revalue(axis, values)}
            onRemove={() => removeAxis(axis)}
          />
        ))}
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {axes.length === 0 && choices.length === 0 && (
            <Button type="button" variant="secondary" onClick={start}>
              {CHOICE_FORM.start}
            </Button>
          )}
          {axes.length > 0 && axes.length < AXES_MAX && choices.length > 1 && (
            <Button type="button" variant="quiet" onClick={addAxis}>
              {CHOICE_FORM.addAxis}
            </Button>
          )}
        </div>
        {choices.length > 0 && (
          <ChoiceTable
            {...{ axes, choices, errors, isInSale, images: entries.images }}
            onChange={(next: ChoiceEntry[]) => onChange({ choices: next })}
          />
        )}
      </div>
    </Disclosure>
  )
}

type AxisProps = {
  number: number
  name: string
  error: string | undefined
  values: string[]
  onRename(name: string): void
  onValues(values: string[]): void
  onRemove(): void
}

/** The name of an axis and its values, which become choices when the field is left. */
function AxisFields({ number, name, error, values, onRename, onValues, onRemove }: AxisProps) {
  const known = values.filter(Boolean).join('\n')
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="grid gap-4 rounded-md bg-sand p-4 sm:grid-cols-2">
      <Field
        label={CHOICE_FORM.axis(number)}
        hint={CHOICE_FORM.axisExample}
        {...(error && { error })}
        value={name}
        maxLength={AXIS_MAX}
        autoComplete="off"
        onChange={({ target }) => onRename(target.value)}
      />
      <TextAreaField
        label={CHOICE_FORM.values(name)}
        hint={CHOICE_FORM.valuesHint}
        rows={3}
        value={typed ?? known}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (typed !== null) onValues(linesOf(typed))
          setTyped(null)
        }}
      />
      <div className="sm:col-span-2">
        <Button type="button" variant="quiet" onClick={onRemove}>
          {CHOICE_FORM.removeAxis(name)}
        </Button>
      </div>
    </div>
  )
}
