import { useState } from 'react'
import { parseNumber } from '#contract/numbers.ts'
import { BulkBar } from '#web/admin/lists/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { ImportRowsChange } from '../contract.ts'
import { CategoryField } from './CategoryField.tsx'
import { IMPORT_BULK } from './texts.ts'

type Props = { count: number; isBusy: boolean; onClear(): void; onApply(change: ImportRowsChange['change']): void }

/** What can be changed in all selected rows at once. */
export function ImportBulk({ count, isBusy, onClear, onApply }: Props) {
  const [category, setCategory] = useState('')
  const [qty, setQty] = useState('')
  const stock = parseNumber(qty)
  const isStock = stock !== null && Number.isInteger(stock)
  return (
    <BulkBar label={IMPORT_BULK.label} count={count} onClear={onClear}>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2 py-1">
        <div className="flex items-end gap-5">
          <CategoryField label={IMPORT_BULK.category} value={category} onChange={setCategory} />
          <Button
            variant="quiet"
            isBusy={isBusy}
            disabled={category.trim() === ''}
            onClick={() => onApply({ category })}
          >
            {IMPORT_BULK.move}
          </Button>
        </div>
        <div className="flex items-end gap-5">
          <div className="w-28">
            <Field
              label={IMPORT_BULK.qty}
              value={qty}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => setQty(target.value)}
            />
          </div>
          <Button
            variant="quiet"
            isBusy={isBusy}
            disabled={!isStock}
            onClick={() => isStock && onApply({ qty: stock })}
          >
            {IMPORT_BULK.setQty}
          </Button>
        </div>
        <Button variant="quiet" isBusy={isBusy} onClick={() => onApply({ isShortened: true })}>
          {IMPORT_BULK.shorten}
        </Button>
        <Button variant="quiet" isBusy={isBusy} onClick={() => onApply({ included: true })}>
          {IMPORT_BULK.include}
        </Button>
        <Button variant="quiet" isBusy={isBusy} onClick={() => onApply({ included: false })}>
          {IMPORT_BULK.leaveOut}
        </Button>
      </div>
    </BulkBar>
  )
}
