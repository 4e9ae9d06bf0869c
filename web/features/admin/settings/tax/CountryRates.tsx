import { useState } from 'react'
import { TAX_SETTINGS } from '../../../../texts/admin-tax.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { ppmIn, type TaxEditing } from './tax-plan-texts.ts'

/** The countries whose tax the prices include, with their rates. */
export function CountryRates({ tax: { plan, change, hasError } }: { tax: TaxEditing }) {
  const [typed, setTyped] = useState('')
  const code = typed.trim().toUpperCase()
  const set = (countries: Record<string, string>) => change({ countries })
  const add = () => {
    if (!/^[A-Z]{2}$/.test(code)) return
    set({ ...plan.countries, [code]: plan.countries[code] ?? '' })
    setTyped('')
  }
  const without = (country: string) =>
    Object.fromEntries(Object.entries(plan.countries).filter(([other]) => other !== country))
  return (
    <div className="grid gap-5">
      {Object.entries(plan.countries).map(([country, percent]) => (
        <div key={country} className="flex items-end gap-6">
          <div className="grow sm:max-w-60">
            <Field
              label={TAX_SETTINGS.rate(country)}
              inputMode="decimal"
              autoComplete="off"
              value={percent}
              {...(hasError && Number.isNaN(ppmIn(percent)) && { error: TAX_SETTINGS.lookAgain })}
              onChange={({ currentTarget }) => set({ ...plan.countries, [country]: currentTarget.value })}
            />
          </div>
          <Button type="button" variant="quiet" onClick={() => set(without(country))}>
            {TAX_SETTINGS.removeNamed(country)}
          </Button>
        </div>
      ))}
      <div className="flex items-end gap-6">
        <div className="grow sm:max-w-60">
          <Field
            label={TAX_SETTINGS.country}
            maxLength={2}
            autoComplete="off"
            placeholder={TAX_SETTINGS.countryExample}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        <Button type="button" variant="secondary" onClick={add}>
          {TAX_SETTINGS.addCountry}
        </Button>
      </div>
    </div>
  )
}
