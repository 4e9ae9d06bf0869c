import type { TaxStates } from '#contract/admin/sales-tax.ts'
import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { ppmIn, type StateTexts } from './tax-plan-texts.ts'
import { ZipTableField } from './ZipTableField.tsx'

type Props = {
  state: TaxState
  texts: StateTexts
  /** What the state charges, for orientation; undefined while it loads. */
  facts: TaxStates['states'][number] | undefined
  /** Whether the shop's ZIP code is in this state. */
  isHome: boolean
  hasError: boolean
  onChange(changes: Partial<StateTexts>): void
  onRemove(): void
}

/** How the shop collects tax in a state. */
export function StateCard({ state, texts, facts, isHome, hasError, onChange, onRemove }: Props) {
  const name = TAX_STATES[state]
  return (
    <li className="grid gap-3 rounded-md border border-line p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 className="font-sans text-base font-semibold">{name}</h2>
        <Button type="button" variant="quiet" onClick={onRemove}>
          {TAX_SETTINGS.removeNamed(name)}
        </Button>
      </div>
      {facts && <p className="text-sm text-muted">{TAX_SETTINGS.facts(facts)}</p>}
      <div className="sm:max-w-60">
        <Field
          label={TAX_SETTINGS.rate(name)}
          inputMode="decimal"
          autoComplete="off"
          value={texts.percent}
          {...(texts.table && { hint: TAX_SETTINGS.stateRateHint })}
          {...(hasError && Number.isNaN(ppmIn(texts.percent)) && { error: TAX_SETTINGS.lookAgain })}
          onChange={({ currentTarget }) => onChange({ percent: currentTarget.value })}
        />
      </div>
      <div>
        <CheckField
          label={TAX_SETTINGS.shipping}
          checked={texts.shipping}
          onChange={({ currentTarget }) => onChange({ shipping: currentTarget.checked })}
        />
        {isHome && (
          <CheckField
            label={TAX_SETTINGS.byHome}
            checked={texts.by === 'origin'}
            onChange={({ currentTarget }) => onChange({ by: currentTarget.checked ? 'origin' : 'destination' })}
          />
        )}
        <CheckField
          label={TAX_SETTINGS.table}
          checked={texts.table}
          onChange={({ currentTarget }) => onChange({ table: currentTarget.checked })}
        />
      </div>
      {texts.table && <ZipTableField state={state} facts={facts} />}
    </li>
  )
}
