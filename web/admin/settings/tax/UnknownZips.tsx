import { useState } from 'react'
import type { TaxStates } from '#contract/admin/sales-tax.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ppmIn } from './tax-plan-texts.ts'
import { useSetRateMutation } from './taxApi.ts'

type UnknownZip = TaxStates['unknownZips'][number]

/** ZIP codes of orders that no table has, each with a field for its rate. Saved at once. */
export function UnknownZips({ zips }: { zips: UnknownZip[] }) {
  if (zips.length === 0) return null
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <div>
        <h2 className="font-sans text-base font-semibold">{TAX_SETTINGS.unknown}</h2>
        <p className="text-sm text-muted">{TAX_SETTINGS.unknownAbout}</p>
      </div>
      <ul className="grid gap-5">
        {zips.map((zip) => (
          <ZipRow key={`${zip.state} ${zip.zip}`} {...zip} />
        ))}
      </ul>
    </section>
  )
}

function ZipRow({ state, zip, city, orders }: UnknownZip) {
  const [percent, setPercent] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [setRate, { error, isLoading, reset }] = useSetRateMutation()
  const save = () => {
    const ppm = ppmIn(percent)
    setWrong(Number.isNaN(ppm))
    if (!Number.isNaN(ppm)) setRate({ state, zip, ppm })
  }
  return (
    <li className="grid gap-2">
      <span className="font-medium break-words">{TAX_SETTINGS.unknownZip(zip, city, state, orders)}</span>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <div className="flex items-start gap-4">
        <div className="grow sm:max-w-60">
          <Field
            label={TAX_SETTINGS.zipRate(zip)}
            inputMode="decimal"
            autoComplete="off"
            value={percent}
            {...(isWrong && { error: TAX_SETTINGS.lookAgain })}
            onChange={({ currentTarget }) => setPercent(currentTarget.value)}
          />
        </div>
        <div className="pt-8">
          <Button type="button" variant="secondary" isBusy={isLoading} onClick={save}>
            {TAX_SETTINGS.setRate}
          </Button>
        </div>
      </div>
    </li>
  )
}
