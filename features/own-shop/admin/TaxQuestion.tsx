import { useState } from 'react'
import { NO_TAX, SUGGESTED_TAX } from '#web/admin/settings/setting-texts.ts'
import { MONEY_SETTINGS } from '#web/texts/admin-settings.ts'
import { Field } from '#web/ui/Field.tsx'
import { Link } from '#web/ui/Link.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { WELCOME } from './texts.ts'
import type { SettingFields } from './use-setting-fields.ts'

/** Whether the seller collects sales tax, and at which rate. */
export function TaxQuestion({ fields: { box, change } }: { fields: SettingFields }) {
  const tax = box('tax')
  // Not from the value: who types 0.5 types a 0 first.
  const [kind, setKind] = useState<'none' | 'rate'>(tax.value === NO_TAX ? 'none' : 'rate')
  const [rate, setRate] = useState(kind === 'none' ? SUGGESTED_TAX : tax.value)
  const choose = (chosen: 'none' | 'rate') => {
    if (kind === 'rate') setRate(tax.value)
    setKind(chosen)
    change('tax', chosen === 'none' ? NO_TAX : rate)
  }
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="font-medium">
        {WELCOME.tax}
      </p>
      <RadioGroup legend={WELCOME.tax} options={WELCOME.taxes} value={kind} onChange={choose} />
      {kind === 'rate' && (
        <div className="max-w-60">
          <Field label={MONEY_SETTINGS.tax} inputMode="decimal" autoComplete="off" {...tax} />
        </div>
      )}
      <p className="text-sm text-muted">
        {WELCOME.taxLater} <Link to="/admin/settings/sales-tax">{WELCOME.taxSettings}</Link>.
      </p>
    </div>
  )
}
