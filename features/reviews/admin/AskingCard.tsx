import { useState } from 'react'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { ASKING_DAYS, type ReviewSettings } from '../contract.ts'
import { REVIEW_FIELDS } from '../messages.ts'
import { useReviewSettingsQuery, useSaveReviewSettingsMutation } from './adminReviewsApi.ts'
import { ASKING } from './texts.ts'

/** Whether buyers are asked for reviews, and the form that changes it. */
export function AskingCard() {
  const query = useReviewSettingsQuery()
  const [isOpen, setOpen] = useState(false)
  const { data } = query
  if (!data) return <LoadFailure queries={[query]} />
  return (
    <section
      aria-labelledby="asking"
      className="grid gap-4 rounded-lg border border-line bg-card px-5 py-3 shadow-sm sm:px-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <div className="py-2">
          <h2 id="asking" className="font-sans text-base font-semibold">
            {ASKING.heading}
          </h2>
          <p className="text-muted">{data.isOn ? ASKING.on(data.days) : ASKING.off}</p>
        </div>
        {!isOpen && (
          <Button type="button" variant="quiet" className="ml-0" onClick={() => setOpen(true)}>
            {data.isOn ? ASKING.change : ASKING.turnOn}
          </Button>
        )}
      </div>
      {isOpen && <AskingForm settings={data} onDone={() => setOpen(false)} />}
    </section>
  )
}

const { least, most } = ASKING_DAYS

function AskingForm({ settings, onDone }: { settings: ReviewSettings; onDone(): void }) {
  const [save] = useSaveReviewSettingsMutation()
  const [isOn, setOn] = useState(settings.isOn)
  const { form, problem, errors, isSending, dismiss } = useForm(['days'], async ({ days: text }) => {
    const days = Number(text)
    if (!(Number.isInteger(days) && days >= least && days <= most)) {
      const message = REVIEW_FIELDS.days(least, most)
      return { message, fields: { days: message } }
    }
    const { error } = await save({ isOn, days })
    if (!error) onDone()
    return error ? formProblemOf(error) : null
  })
  return (
    <form {...form} className="grid gap-5 border-t border-line py-4">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <CheckField
        label={ASKING.isOn}
        hint={ASKING.isOnHint}
        checked={isOn}
        onChange={({ target }) => setOn(target.checked)}
      />
      <div className="max-w-md">
        <Field
          label={ASKING.days}
          hint={ASKING.daysHint}
          name="days"
          inputMode="numeric"
          defaultValue={settings.days}
          {...(errors.days && { error: errors.days })}
        />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button isBusy={isSending}>{ASKING.save}</Button>
        <Button type="button" variant="quiet" onClick={onDone}>
          {ASKING.cancel}
        </Button>
      </div>
    </form>
  )
}
