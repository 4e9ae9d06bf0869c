import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { HIDING_REASONS } from '../limits.ts'
import type { HidingReason } from '../written-reviews.ts'
import { REVIEW_LIST } from './texts.ts'

type Props = { name: string; isBusy: boolean; onHide(reason: HidingReason): void; onCancel(): void }

/** Hides a review for a reason. */
export function HideForm({ name, isBusy, onHide, onCancel }: Props) {
  const [reason, setReason] = useState<HidingReason>()
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason)
    if (reason) onHide(reason)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 border-t border-line pt-4">
      <div className="max-w-sm">
        <SelectField
          label={REVIEW_LIST.reason}
          value={reason ?? ''}
          {...(isMissing && { error: REVIEW_LIST.chooseReason })}
          onChange={({ target }) => {
            setReason(HIDING_REASONS.find((one) => one === target.value))
            setMissing(false)
          }}
        >
          <option value="">{REVIEW_LIST.chooseReason}</option>
          {HIDING_REASONS.map((one) => (
            <option key={one} value={one}>
              {REVIEW_LIST.reasons[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button isBusy={isBusy} aria-label={REVIEW_LIST.by(REVIEW_LIST.hideNow, name)}>
          {REVIEW_LIST.hideNow}
        </Button>
        <Button type="button" variant="quiet" onClick={onCancel}>
          {REVIEW_LIST.cancel}
        </Button>
      </div>
    </form>
  )
}
