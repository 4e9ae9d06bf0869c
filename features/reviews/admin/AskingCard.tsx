import { useState } from 'react'
import { z } from 'zod'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { useHasDraft } from '#web/forms/use-draft-owner.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { ASKING_DAYS, ReviewSettings } from '../contract.ts'
import { REVIEW_FIELDS } from '../messages.ts'
import { useReviewSettingsQuery, useSaveReviewSettingsMutation } from './adminReviewsApi.ts'
import { ASKING } from './texts.ts'

const DRAFT = 'review-settings'

/** Whether buyers are asked for reviews, and the form that changes it. */
export function AskingCard() {
  const query = useReviewSettingsQuery()
  const [isOpen, setOpen] = useState(useHasDraft(DRAFT))
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

const Draft = z.object({ isOn: z.boolean(), days: z.string() })
type Draft = z.infer<typeof Draft>

function AskingForm({ settings, onDone }: { settings: ReviewSettings; onDone(): void }) {
  const [save] = useSaveReviewSettingsMutation()
  const editing = useDraftForm<ReviewSettings, Draft>({
    key: DRAFT,
    stored: settings,
    schema: ReviewSettings,
    fields: Draft,
    valuesOf: ({ isOn, days }) => ({ isOn, days: String(days) }),
    async save({ values: { isOn, days: text } }) {
      const days = Number(text.trim() || Number.NaN)
      if (!(Number.isInteger(days) && days >= least && days <= most))
        return problemAt('days', REVIEW_FIELDS.days(least, most))
      return save({ isOn, days })
    },
    onSaved: onDone,
  })
  const { form, isSending, box, tick, discard } = editing
  const cancel = () => {
    discard()
    onDone()
  }
  return (
    <form {...form} className="grid gap-5 border-t border-line py-4">
      <DraftNotices editing={editing} />
      <CheckField label={ASKING.isOn} hint={ASKING.isOnHint} {...tick('isOn')} />
      <div className="max-w-md">
        <Field label={ASKING.days} hint={ASKING.daysHint} inputMode="numeric" {...box('days')} />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button isBusy={isSending}>{ASKING.save}</Button>
        <Button type="button" variant="quiet" onClick={cancel}>
          {ASKING.cancel}
        </Button>
      </div>
    </form>
  )
}
