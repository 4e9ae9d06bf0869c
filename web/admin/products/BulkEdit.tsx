import { useId, useState } from 'react'
import { ProductChange } from '#contract/admin/products.ts'
import { parseCents } from '#contract/amounts.ts'
import { toDollars } from '#contract/money.ts'
import { parseNumber, parsePercent, parseSigned } from '#contract/numbers.ts'
import { useChangeProductsMutation, useDeleteProductsMutation } from '#web/admin/calls/adminProductsApi.ts'
import { useCollectionsQuery } from '#web/admin/calls/collectionsApi.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { BULK_CHANGE } from '#web/texts/admin-products.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'

const KINDS = BULK_CHANGE.kinds
type Kind = keyof typeof KINDS

/** The kinds that need no value. */
const PLAIN = {
  feature: { featured: true },
  unfeature: { featured: false },
  hide: { hidden: true },
  show: { hidden: false },
  remove: 'delete',
} as const
type Plain = keyof typeof PLAIN

/** The kinds whose value is a collection. */
const COLLECTED = ['addTo', 'removeFrom'] as const
type Collected = (typeof COLLECTED)[number]

const isCollected = (kind: Kind): kind is Collected => COLLECTED.some((one) => one === kind)

const isPlain = (kind: Kind): kind is Plain => kind in PLAIN

/** The result of the last action. */
export type Said = { kind: 'success' | 'error'; message: string; page?: string }

type Props = {
  ids: string[]
  say(said: Said): void
  onClear(): void
}

/** The bar with the bulk edits of the selected products; hidden while none is selected. */
export function BulkEdit(props: Props) {
  const { ids, onClear } = props
  const bulk = useBulkEdit(props)
  // On a phone the fields are hidden until they are needed.
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  return (
    <>
      <p role="status" className="sr-only">
        {ids.length > 0 && BULK_CHANGE.selected(ids.length)}
      </p>
      <section
        aria-label={BULK_CHANGE.heading}
        className="sticky bottom-[calc(var(--tabs)+0.75rem)] z-10 rounded-lg border border-edge bg-card px-4 py-1 shadow-lg sm:px-5 md:py-3"
        hidden={ids.length === 0}
      >
        <div className="flex items-center gap-x-6 text-sm">
          <p className="font-semibold">{BULK_CHANGE.selected(ids.length)}</p>
          <Button variant="quiet" onClick={onClear}>
            {BULK_CHANGE.clear}
          </Button>
          <Button
            variant="quiet"
            className="ml-auto md:hidden"
            aria-expanded={isOpen}
            aria-controls={formId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? BULK_CHANGE.close : BULK_CHANGE.open}
          </Button>
        </div>
        <div
          id={formId}
          className={`grid grid-cols-2 items-start gap-x-4 gap-y-3 pt-2 pb-3 md:grid-cols-[1fr_1fr_auto] md:pb-1 ${isOpen ? '' : 'max-md:hidden'}`}
        >
          <SelectField
            label={BULK_CHANGE.what}
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
            <ApplyButton {...bulk} count={ids.length} />
          </div>
        </div>
      </section>
    </>
  )
}

/** The chosen bulk edit, its value and error, and the call that applies it. */
function useBulkEdit({ ids, say, onClear }: Props) {
  const [kind, setKind] = useState<Kind>('category')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [apply, applying] = useChangeProductsMutation()
  const [remove, removing] = useDeleteProductsMutation()
  const isLoading = applying.isLoading || removing.isLoading
  const change = changeOf(kind, value)
  const choose = (next: Kind) => {
    setKind(next)
    setValue('')
    setError(undefined)
  }
  const submit = async () => {
    if (!change.success) return setError(change.error)
    const { data, error: failure } =
      change.data === 'delete' ? await remove(ids) : await apply({ ids, change: change.data })
    if (!data) return say({ kind: 'error', message: messageOf(failure) })
    choose(kind)
    onClear()
    say({ kind: 'success', message: data.message })
  }
  return { kind, value, error, isLoading, isReady: change.success, choose, setValue, submit }
}

type ApplyProps = Pick<ReturnType<typeof useBulkEdit>, 'kind' | 'value' | 'isLoading' | 'isReady' | 'submit'>

/** Asks for confirmation; an invalid value gets an error beside its field. */
const ApplyButton = ({ kind, value, isLoading, isReady, submit, count }: ApplyProps & { count: number }) =>
  isReady ? (
    <ConfirmButton
      isBusy={isLoading}
      sentence={BULK_CHANGE.confirm(
        isPlain(kind) || isCollected(kind) ? KINDS[kind].label : `${KINDS[kind].label}: ${value}`,
        count,
      )}
      action={BULK_CHANGE.apply}
      onConfirm={submit}
    >
      {BULK_CHANGE.apply}
    </ConfirmButton>
  ) : (
    <Button onClick={submit}>{BULK_CHANGE.apply}</Button>
  )

type ValueProps = { kind: Kind; value: string; error: string | undefined; onChange(value: string): void }

function ValueField({ kind, value, error, onChange }: ValueProps) {
  const { data: categories = [] } = useCategoriesQuery()
  if (isPlain(kind)) return <p className="self-center text-sm text-muted max-md:col-span-2">{KINDS[kind].hint}</p>
  if (isCollected(kind)) return <CollectionField value={value} error={error} onChange={onChange} />
  if (kind !== 'category')
    return (
      <Field
        label={BULK_CHANGE.byHowMuch}
        hint={KINDS[kind].hint}
        error={error}
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <SelectField
      label={BULK_CHANGE.newCategory}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{BULK_CHANGE.selectCategory}</option>
      {categories.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

function CollectionField({ value, error, onChange }: Omit<ValueProps, 'kind'>) {
  const { data: collections = [] } = useCollectionsQuery()
  return (
    <SelectField
      label={BULK_CHANGE.collection}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{BULK_CHANGE.selectCollection}</option>
      {collections.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Parsers of the typed value. Amounts are in dollars, as in JSON. */
const READ: Record<Exclude<Kind, 'category' | Plain | Collected>, (text: string) => number | null> = {
  percent: (text) => parseSigned(text, parsePercent),
  amount: (text) => parseSigned(text, (unsigned) => toDollars(parseCents(unsigned) ?? Number.NaN)),
  stock: (text) => parseSigned(text, parseNumber),
}

const MISSING = {
  category: BULK_CHANGE.categoryMissing,
  addTo: BULK_CHANGE.collectionMissing,
  removeFrom: BULK_CHANGE.collectionMissing,
}

type Checked = { success: true; data: ProductChange | 'delete' } | { success: false; error: string }

/** The change with amounts in cents, or the reason why the typed value is invalid. */
function changeOf(kind: Kind, value: string): Checked {
  if (isPlain(kind)) return { success: true, data: PLAIN[kind] }
  const isChosen = kind === 'category' || isCollected(kind)
  if (value.trim() === '') return { success: false, error: isChosen ? MISSING[kind] : BULK_CHANGE.numberMissing }
  const checked = ProductChange.safeParse({ [kind]: isChosen ? value : READ[kind](value) })
  if (checked.success) return { success: true, data: checked.data }
  return { success: false, error: BULK_CHANGE.wrongNumber }
}
