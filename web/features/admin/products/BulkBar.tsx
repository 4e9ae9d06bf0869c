import { useState } from 'react'
import { titleCase } from '#contract/categories.ts'
import { ProductChange } from '#contract/product-edits.ts'
import { messageOf } from '../../../api.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { useCategoriesQuery } from '../../catalog/catalogApi.ts'
import { useChangeProductsMutation } from './productsApi.ts'

const KINDS = {
  category: { label: 'Set category', hint: '' },
  percent: { label: 'Change price by percent', hint: '10 makes them dearer, -10 cheaper' },
  amount: { label: 'Change price by dollars', hint: '1.50 makes them dearer, -1.50 cheaper' },
  stock: { label: 'Change stock', hint: '5 adds five of each, -5 takes five away' },
}
type Kind = keyof typeof KINDS

/** What has just been done, or refused. */
export type Said = { kind: 'success' | 'error'; message: string }

type Props = {
  ids: string[]
  say(said: Said): void
  onClear(): void
}

/** What can be done with all selected products at once; nothing while none is selected. */
export function BulkBar(props: Props) {
  const { ids, onClear } = props
  const bulk = useBulkChange(props)
  const count = ids.length === 1 ? '1 product' : `${ids.length} products`
  return (
    <>
      <p role="status" className="sr-only">
        {ids.length > 0 && `${count} selected`}
      </p>
      <section
        aria-label="Selected products"
        className="sticky bottom-0 z-10 grid gap-4 rounded-lg border border-edge bg-card p-5 shadow-lg"
        hidden={ids.length === 0}
      >
        <p className="font-medium">{count} selected</p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label="What to do"
            value={bulk.kind}
            onChange={({ target }) => bulk.choose(target.value as Kind)}
          >
            {Object.entries(KINDS).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          <ValueField kind={bulk.kind} value={bulk.value} error={bulk.error} onChange={bulk.setValue} />
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ApplyButton {...bulk} count={count} />
          <Button variant="quiet" className="ml-0" onClick={onClear}>
            Select none
          </Button>
        </div>
      </section>
    </>
  )
}

/** What is chosen to be done, whether it can be, and how to do it. */
function useBulkChange({ ids, say, onClear }: Props) {
  const [kind, setKind] = useState<Kind>('category')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [apply, { isLoading }] = useChangeProductsMutation()
  const change = changeOf(kind, value)
  const choose = (next: Kind) => {
    setKind(next)
    setValue('')
    setError(undefined)
  }
  const submit = async () => {
    if (!change.success) return setError(change.error)
    const { data, error: failure } = await apply({ ids, change: change.data })
    if (!data) return say({ kind: 'error', message: messageOf(failure) })
    choose(kind)
    onClear()
    say({ kind: 'success', message: data.message })
  }
  return { kind, value, error, isLoading, isReady: change.success, choose, setValue, submit }
}

type ApplyProps = Pick<ReturnType<typeof useBulkChange>, 'kind' | 'value' | 'isLoading' | 'isReady' | 'submit'>

/** Asks before it is done; what cannot be done is refused beside its field. */
const ApplyButton = ({ kind, value, isLoading, isReady, submit, count }: ApplyProps & { count: string }) =>
  isReady ? (
    <ConfirmButton
      isBusy={isLoading}
      sentence={`${KINDS[kind].label}: ${value}. It is done to ${count}, or to none.`}
      action="Apply"
      onConfirm={submit}
    >
      Apply
    </ConfirmButton>
  ) : (
    <Button onClick={submit}>Apply</Button>
  )

type ValueProps = { kind: Kind; value: string; error: string | undefined; onChange(value: string): void }

function ValueField({ kind, value, error, onChange }: ValueProps) {
  const { data: categories = [] } = useCategoriesQuery()
  if (kind !== 'category')
    return (
      <Field
        label="By how much"
        hint={KINDS[kind].hint}
        error={error}
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <SelectField label="New category" error={error} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">--Select a category--</option>
      {categories.map(({ name }) => (
        <option key={name} value={name}>
          {titleCase(name)}
        </option>
      ))}
    </SelectField>
  )
}

type Checked = { success: true; data: ProductChange } | { success: false; error: string }

/** The change in the store's terms, amounts in cents; or why it is none. */
function changeOf(kind: Kind, value: string): Checked {
  const text = value.trim().replace('−', '-')
  if (text === '') return { success: false, error: kind === 'category' ? 'Choose a category.' : 'Write a number.' }
  const wire = { [kind]: kind === 'category' ? value : Number(text.replace(/^([+-]?)\$/, '$1')) }
  const checked = ProductChange.safeParse(wire)
  if (checked.success) return { success: true, data: checked.data }
  return { success: false, error: 'That is not a change that can be made. Look at the example.' }
}
