import type { ReactNode } from 'react'
import { PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { EARNINGS_SETTINGS } from '#web/texts/admin-settings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { SettingsForm } from '../use-settings-form.ts'
import { FEE_KINDS, type FeeName, feesDraftIn, feesOf, textOfFees } from './fees-draft.ts'

const T = EARNINGS_SETTINGS

/** What an hour shall pay, and the fees of the card service and of a marketplace: closed until they are changed. */
export function FeesFields({ editing }: { editing: SettingsForm }) {
  const { value, error } = editing.box('fees')
  const draft = feesDraftIn(value)
  const { lookedUp } = feesOf(value).fees ?? PUBLISHED_FEES
  const errors = error ? feesOf(value).errors : {}
  const fieldOf = (name: FeeName) => ({
    name,
    label: T[name],
    value: draft[name],
    autoComplete: 'off',
    ...(FEE_KINDS[name] !== 'text' && { inputMode: 'decimal' as const }),
    ...(errors[name] && { error: errors[name] }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      editing.change('fees', textOfFees({ ...draft, [name]: currentTarget.value })),
  })
  return (
    <>
      <div className="sm:max-w-80">
        <Field
          label={T.hourlyPay}
          hint={T.hourlyPayHint}
          inputMode="decimal"
          autoComplete="off"
          {...editing.box('hourlyPay')}
        />
      </div>
      <Disclosure
        title={T.figures}
        about={T.figuresAbout(formatCalendarDay(lookedUp))}
        isOpen={value !== '' || error !== undefined}
      >
        <div className="grid gap-6 pt-4">
          <FeeGroup legend={T.card}>
            <Field {...fieldOf('cardRate')} />
            <Field {...fieldOf('cardFixed')} />
          </FeeGroup>
          <FeeGroup legend={T.marketplace}>
            <div className="sm:col-span-2">
              <Field maxLength={40} {...fieldOf('market')} />
            </div>
            <Field {...fieldOf('transactionRate')} />
            <Field {...fieldOf('listing')} />
            <Field {...fieldOf('processingRate')} />
            <Field {...fieldOf('processingFixed')} />
            <Field {...fieldOf('adsRate')} />
            <Field {...fieldOf('adsMost')} />
          </FeeGroup>
          <div className="grid items-end gap-5 sm:grid-cols-2">
            <Field type="date" {...fieldOf('lookedUp')} />
            <Field maxLength={200} {...fieldOf('source')} />
          </div>
          {value !== '' && (
            <div>
              <Button type="button" variant="quiet" className="ml-0" onClick={() => editing.change('fees', '')}>
                {T.restore}
              </Button>
            </div>
          )}
        </div>
      </Disclosure>
    </>
  )
}

const FeeGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-5 sm:grid-cols-2">
    <legend className="mb-3 font-semibold">{legend}</legend>
    {children}
  </fieldset>
)
