import { useState } from 'react'
import { parsePercent } from '#contract/numbers.ts'
import { MONEY_SETTINGS } from '#web/texts/admin-settings.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { NO_TAX, SUGGESTED_TAX } from '../setting-texts.ts'
import type { SettingsForm } from '../use-settings-form.ts'
import { CountryRates } from './CountryRates.tsx'
import { StateRates } from './StateRates.tsx'
import { type TaxEditing, type TaxPlanTexts, taxPlanTexts } from './tax-plan-texts.ts'

/** No tax, one rate for everybody, the rates of states, or prices that include the tax. */
export function TaxFields({ editing }: { editing: SettingsForm }) {
  const plan = taxPlanTexts(editing.texts.taxPlan)
  const change = (changes: Partial<TaxPlanTexts>) => editing.change('taxPlan', JSON.stringify({ ...plan, ...changes }))
  const tax = { plan, change, hasError: editing.box('taxPlan').error !== undefined }
  // Not from the value alone: who types 0.5 types a 0 first.
  const [hasRate, setHasRate] = useState(editing.texts.tax !== NO_TAX || plan.mode === 'flat')
  const isZero = editing.texts.tax === NO_TAX && !hasRate
  const isUntaxed = plan.mode === 'one' && isZero
  const choose = (mode: 'none' | Exclude<TaxPlanTexts['mode'], 'flat'>) => {
    change({ mode: mode === 'none' ? 'one' : mode })
    setHasRate(mode === 'one')
    if (mode === 'none') editing.change('tax', NO_TAX)
    if (mode === 'one' && isZero) editing.change('tax', SUGGESTED_TAX)
  }
  return (
    <>
      <RadioGroup
        legend={TAX_SETTINGS.mode}
        options={TAX_SETTINGS.modes}
        value={isUntaxed ? 'none' : plan.mode === 'flat' ? 'one' : plan.mode}
        onChange={choose}
      />
      {(plan.mode === 'flat' || (plan.mode === 'one' && !isUntaxed)) && <OneRate editing={editing} tax={tax} />}
      {plan.mode === 'states' && <StateRates tax={tax} />}
      {plan.mode === 'included' && <CountryRates tax={tax} />}
      {plan.mode !== 'included' && !isUntaxed && (
        <CheckField
          label={TAX_SETTINGS.stand}
          hint={TAX_SETTINGS.standHint}
          name="standTaxIncluded"
          checked={editing.texts.standTaxIncluded === 'on'}
          onChange={({ currentTarget }) => editing.change('standTaxIncluded', currentTarget.checked ? 'on' : '')}
        />
      )}
    </>
  )
}

/** A rate with more than two decimals, such as 8.875, needs a plan; others are the shop's one rate. */
function OneRate({ editing, tax: { plan, change, hasError } }: { editing: SettingsForm; tax: TaxEditing }) {
  const box = editing.box('tax')
  const isFlat = plan.mode === 'flat'
  const type = (text: string) => {
    const isFine = parsePercent(text) !== null && /[.,]\d{3,}/.test(text)
    if (isFine || isFlat) change(isFine ? { mode: 'flat', percent: text } : { mode: 'one', percent: '' })
    if (!isFine) editing.change('tax', text)
  }
  return (
    <div className="max-w-60">
      <Field
        label={MONEY_SETTINGS.tax}
        inputMode="decimal"
        autoComplete="off"
        {...box}
        {...(isFlat && { value: plan.percent, ...(hasError && { error: TAX_SETTINGS.lookAgain }) })}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    </div>
  )
}
