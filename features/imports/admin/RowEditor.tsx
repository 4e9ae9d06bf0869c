import { type FormEvent, useId, useRef, useState } from 'react'
import { parseCents } from '#contract/amounts.ts'
import { formatDecimal } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import type { ImportRow, ImportRowsChange } from '../contract.ts'
import { CategoryField } from './CategoryField.tsx'
import { IMPORT_EDIT, IMPORT_PAGE } from './texts.ts'

type Change = ImportRowsChange['change']
type Props = { row: ImportRow; onSave(change: Change): Promise<boolean> }

/** The button that opens a row in a dialog, and the dialog. */
export function RowEditor({ row, onSave }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpen(true)
    ref.current?.showModal()
  }
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={IMPORT_PAGE.correctOne(row.name)}
        onClick={open}
      >
        {IMPORT_PAGE.correct}
      </Button>
      <dialog
        ref={ref}
        aria-labelledby={`${id}-title`}
        onClose={() => setOpen(false)}
        className="m-auto w-full max-w-lg bg-transparent px-4 text-left open:animate-rise"
      >
        {isOpen && <RowForm titleId={`${id}-title`} row={row} onSave={onSave} onClose={() => ref.current?.close()} />}
      </dialog>
    </>
  )
}

const WAYS = {
  leave: { included: false },
  update: { included: true, updates: true },
  create: { included: true, updates: false },
} as const
type Way = keyof typeof WAYS

function wayOf({ included, updates, outcome }: ImportRow): Way {
  if (included) return updates ? 'update' : 'create'
  return outcome === 'broken' ? 'create' : 'leave'
}

type FormProps = Props & { titleId: string; onClose(): void }

function RowForm({ row, titleId, onSave, onClose }: FormProps) {
  const [name, setName] = useState(row.name)
  const [price, setPrice] = useState(row.price === null ? '' : formatDecimal(row.price))
  const [qty, setQty] = useState(String(row.qty))
  const [category, setCategory] = useState(row.category)
  const [way, setWay] = useState(wayOf(row))
  const [errors, setErrors] = useState<{ price?: string; qty?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const cents = price.trim() === '' ? null : parseCents(price)
    const stock = parseNumber(qty)
    const wrong = {
      ...(price.trim() !== '' && cents === null && { price: IMPORT_EDIT.invalidPrice }),
      ...((stock === null || !Number.isInteger(stock)) && { qty: IMPORT_EDIT.invalidQty }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || stock === null) return
    setBusy(true)
    const isSaved = await onSave({ name, category, qty: stock, ...WAYS[way], ...(cents !== null && { price: cents }) })
    setBusy(false)
    if (isSaved) onClose()
  }
  const hasChoices = row.choices > 0
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-4 rounded-lg bg-card p-6 text-base whitespace-normal text-ink shadow-lg sm:p-8"
    >
      <h2 id={titleId} className="wrap-anywhere">
        {IMPORT_EDIT.title(row.name)}
      </h2>
      <Field
        label={IMPORT_EDIT.name}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={IMPORT_EDIT.price}
          value={price}
          inputMode="decimal"
          autoComplete="off"
          {...(errors.price ? { error: errors.price } : hasChoices && { hint: IMPORT_EDIT.priceOfChoices })}
          onChange={({ target }) => setPrice(target.value)}
        />
        <Field
          label={IMPORT_EDIT.qty}
          value={qty}
          inputMode="numeric"
          autoComplete="off"
          {...(errors.qty ? { error: errors.qty } : hasChoices && { hint: IMPORT_EDIT.qtyOfChoices })}
          onChange={({ target }) => setQty(target.value)}
        />
      </div>
      <CategoryField label={IMPORT_EDIT.category} value={category} onChange={setCategory} />
      {row.changes ? (
        <RadioGroup<Way>
          legend={IMPORT_EDIT.existing}
          isLegendShown
          options={[
            ['leave', IMPORT_EDIT.leave],
            ['update', IMPORT_EDIT.update],
            ['create', IMPORT_EDIT.another],
          ]}
          value={way}
          onChange={setWay}
        />
      ) : (
        <CheckField
          label={IMPORT_EDIT.included}
          checked={way === 'create'}
          onChange={({ target }) => setWay(target.checked ? 'create' : 'leave')}
        />
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button type="button" variant="secondary" onClick={onClose}>
          {IMPORT_EDIT.cancel}
        </Button>
        <Button isBusy={isBusy}>{IMPORT_EDIT.save}</Button>
      </div>
    </form>
  )
}
