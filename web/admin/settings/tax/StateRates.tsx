import { isZip } from '#contract/addresses.ts'
import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'
import { formatMonth } from '#contract/dates.ts'
import { stateOfZip } from '#contract/zip-codes.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { StateCard } from './StateCard.tsx'
import type { StateTexts, TaxEditing } from './tax-plan-texts.ts'
import { useTaxStatesQuery } from './taxApi.ts'
import { UnknownZips } from './UnknownZips.tsx'

/** The shop's ZIP code, and the states where it collects tax. */
export function StateRates({ tax: { plan, change, hasError } }: { tax: TaxEditing }) {
  const { data } = useTaxStatesQuery()
  const chosen = Object.entries(plan.states) as [TaxState, StateTexts][]
  const others = (Object.keys(TAX_STATES) as TaxState[]).filter((state) => !plan.states[state])
  const factsOf = (wanted: TaxState) => data?.states.find(({ state }) => state === wanted)
  const homeState = isZip(plan.homeZip) ? stateOfZip(plan.homeZip) : null
  const set = (state: TaxState, texts: StateTexts) => change({ states: { ...plan.states, [state]: texts } })
  const add = (state: TaxState) => {
    const facts = factsOf(state)
    const by = facts?.sourcing === 'origin' && state === homeState ? 'origin' : 'destination'
    set(state, { by, shipping: facts?.shipping === 'taxed', percent: '', table: false })
  }
  const remove = (gone: TaxState) => change({ states: Object.fromEntries(chosen.filter(([state]) => state !== gone)) })
  const isZipWrong = hasError && !/^\d{5}$/.test(plan.homeZip.trim())
  return (
    <div className="grid gap-6">
      <div className="max-w-60">
        <Field
          label={TAX_SETTINGS.homeZip}
          hint={TAX_SETTINGS.homeZipHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={plan.homeZip}
          {...(isZipWrong && { error: TAX_SETTINGS.lookAgain })}
          onChange={({ currentTarget }) => change({ homeZip: currentTarget.value })}
        />
      </div>
      <ul className="grid gap-6">
        {chosen.map(([state, texts]) => (
          <StateCard
            key={state}
            {...{ state, texts, hasError }}
            isHome={state === homeState}
            facts={factsOf(state)}
            onChange={(changed) => set(state, { ...texts, ...changed })}
            onRemove={() => remove(state)}
          />
        ))}
      </ul>
      <SelectField
        label={TAX_SETTINGS.addState}
        value=""
        onChange={({ currentTarget }) => add(currentTarget.value as TaxState)}
      >
        <option value="">{TAX_SETTINGS.chooseState}</option>
        {others.map((state) => (
          <option key={state} value={state}>
            {TAX_STATES[state]}
          </option>
        ))}
      </SelectField>
      {data && <p className="text-sm text-muted">{TAX_SETTINGS.asOf(formatMonth(data.asOf))}</p>}
      {data && <UnknownZips zips={data.unknownZips} />}
    </div>
  )
}
