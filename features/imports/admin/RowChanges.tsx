import type { ImportChange, ImportRow, ImportRowsChange } from '../contract.ts'
import { IMPORT_UPDATES } from './texts.ts'

type Props = {
  row: ImportRow
  isReady: boolean
  change(values: ImportRowsChange['change']): void
}

/** What a row changes about the product that it is; its stock only when it is asked for. */
export function RowChanges({ row, isReady, change }: Props) {
  const { changes, setsStock, state, updates } = row
  if (!changes || state === 'created') return null
  const [stock, others] = [changes.filter(({ isStock }) => isStock), changes.filter(({ isStock }) => !isStock)]
  if (!isReady && !updates) return null
  if (changes.length === 0) return <span className="text-sm font-normal text-muted">{IMPORT_UPDATES.nothing}</span>
  return (
    <span className="grid gap-1 text-sm font-normal">
      {others.map((one) => (
        <Change key={one.what} of={one} />
      ))}
      {stock.length > 0 && isReady && (
        <label className="inline-flex min-h-11 items-start gap-2 py-2">
          <input
            type="checkbox"
            checked={setsStock}
            onChange={() =>
              change(setsStock ? { setsStock: false } : { included: true, updates: true, setsStock: true })
            }
            className="size-5 shrink-0"
          />
          <span className="grid gap-1">
            {stock.map((one) => (
              <Change key={one.what} of={one} />
            ))}
          </span>
        </label>
      )}
      {!isReady && setsStock && stock.map((one) => <Change key={one.what} of={one} />)}
    </span>
  )
}

const Change = ({ of: { what, from, to } }: { of: ImportChange }) => (
  <span className="wrap-anywhere">
    {what}: {from && <del className="text-muted">{from}</del>} <ins className="font-medium no-underline">{to}</ins>
  </span>
)
