import { parseCents } from '#contract/amounts.ts'
import { SAMPLE_CART } from '#web/texts/admin.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'

type Row = { key: number; price: string; qty: string }

const rowOf = (qty: string, price = '5.00', key = 0): Row => ({ key, price, qty })

/** The first sample cart: one product at the shop's most common price. */
export const ONE_ITEM = [rowOf('1')]

const THREE_PIECES = [rowOf('3')]
const MOST_ROWS = 8
const MOST_PIECES = 10_000

const unitsTyped = (text: string) =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MOST_PIECES ? Number(text) : null

/** The valid rows as items, prices in cents. */
export const itemsOf = (rows: Row[]) =>
  rows.flatMap((row) => {
    const price = parseCents(row.price)
    const qty = unitsTyped(row.qty)
    return price === null || qty === null ? [] : [{ price, qty }]
  })

/** A sample cart with prices and quantities, for the preview of a coupon. */
export function SampleCart({ rows, onChange }: { rows: Row[]; onChange(rows: Row[]): void }) {
  const change = (key: number, typed: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...typed } : row)))
  const add = () => onChange([...rows, rowOf('1', '5.00', Math.max(...rows.map(({ key }) => key)) + 1)])
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2">{SAMPLE_CART.title}</legend>
      <div className="flex flex-wrap gap-x-8">
        <Button type="button" variant="quiet" onClick={() => onChange(ONE_ITEM)}>
          {SAMPLE_CART.onePiece}
        </Button>
        <Button type="button" variant="quiet" onClick={() => onChange(THREE_PIECES)}>
          {SAMPLE_CART.threePieces}
        </Button>
      </div>
      {rows.map((row, index) => (
        <div key={row.key} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
          <Field
            label={SAMPLE_CART.price}
            aria-label={SAMPLE_CART.priceOf(index + 1)}
            inputMode="decimal"
            autoComplete="off"
            value={row.price}
            onChange={({ target }) => change(row.key, { price: target.value })}
            error={parseCents(row.price) === null ? SAMPLE_CART.priceWrong : undefined}
          />
          <Field
            label={SAMPLE_CART.quantity}
            aria-label={SAMPLE_CART.quantityOf(index + 1)}
            inputMode="numeric"
            autoComplete="off"
            value={row.qty}
            onChange={({ target }) => change(row.key, { qty: target.value })}
            error={unitsTyped(row.qty) === null ? SAMPLE_CART.quantityWrong : undefined}
          />
          <button
            type="button"
            aria-label={SAMPLE_CART.remove(index + 1)}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((other) => other !== row))}
            className="mt-8 grid size-12 place-items-center rounded-full hover:bg-sand disabled:opacity-0"
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
      ))}
      {rows.length < MOST_ROWS && (
        <Button type="button" variant="secondary" onClick={add} className="justify-self-start">
          {SAMPLE_CART.add}
        </Button>
      )}
    </fieldset>
  )
}
