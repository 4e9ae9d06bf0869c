import { useId, useState } from 'react'
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
  // A phone shows the fields only while they are used.
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const count = ids.length === 1 ? '1 product' : `${ids.length} products`
  return (
    <>
      <p role="status" className="sr-only">
        {ids.length > 0 && `${count} selected`}
      </p>
      <section
        aria-label="Selected products"
        className="sticky bottom-3 z-10 rounded-lg border border-edge bg-card px-4 py-1 shadow-lg sm:px-5 md:py-3"
        hidden={ids.length === 0}
      >
        <div className="flex items-center gap-x-6 text-sm">
          <p className="font-semibold">{count} selected</p>
          <Button variant="quiet" onClick={onClear}>
            Clear
          </Button>
          <Button
            variant="quiet"
            className="ml-auto md:hidden"
            aria-expanded={isOpen}
            aria-controls={formId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Close' : 'Change'}
          </Button>
        </div>
        <div
          id={formId}
          className={`grid grid-cols-2 items-start gap-x-4 gap-y-3 pt-2 pb-3 md:grid-cols-[1fr_1fr_auto] md:pb-1 ${isOpen ? '' : 'max-md:hidden'}`}
        >
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
          <div className="max-md:col-span-2 md:pt-7">
            <ApplyButton {...bulk} count={count} />
          </div>
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
      {categories.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
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
