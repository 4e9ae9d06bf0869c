import { allCountries, countryName } from '#contract/countries.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { ppmIn, type TaxEditing } from './tax-plan-texts.ts'

/** The countries whose tax the prices include, with their rates. */
export function CountryRates({ tax: { plan, change, hasError } }: { tax: TaxEditing }) {
  const set = (countries: Record<string, string>) => change({ countries })
  const without = (country: string) =>
    Object.fromEntries(Object.entries(plan.countries).filter(([other]) => other !== country))
  const others = allCountries().filter(([code]) => !(code in plan.countries))
  return (
    <div className="grid gap-5">
      {Object.entries(plan.countries).map(([country, percent]) => (
        <div key={country} className="flex flex-wrap items-end gap-x-6 gap-y-1">
          <div className="grow sm:max-w-60">
            <Field
              label={TAX_SETTINGS.rate(countryName(country))}
              inputMode="decimal"
              autoComplete="off"
              value={percent}
              {...(hasError && Number.isNaN(ppmIn(percent)) && { error: TAX_SETTINGS.lookAgain })}
              onChange={({ currentTarget }) => set({ ...plan.countries, [country]: currentTarget.value })}
            />
          </div>
          <Button type="button" variant="quiet" onClick={() => set(without(country))}>
            {TAX_SETTINGS.removeNamed(countryName(country))}
          </Button>
        </div>
      ))}
      <SelectField
        label={TAX_SETTINGS.addCountry}
        value=""
        onChange={({ currentTarget }) => set({ ...plan.countries, [currentTarget.value]: '' })}
      >
        <option value="">{TAX_SETTINGS.chooseCountry}</option>
        {others.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
