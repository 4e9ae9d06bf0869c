import { useState } from 'react'
import type { Settings } from '#contract/admin/settings.ts'
import { dayAfter } from '#contract/calendar-days.ts'
import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import { useUpdateSettingsMutation } from '#web/admin/calls/settingsApi.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { ClosedLine } from '#web/shop/layout/NoticeBar.tsx'
import { TIME_OFF_SETTINGS } from '#web/texts/admin-settings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { isOver, type SettingTexts } from './setting-texts.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** Time off, with a preview of its notice, and a button that ends it. */
export const TimeOffFields = ({ saved, editing }: { saved: Settings; editing: SettingsForm }) => (
  <>
    <PlannedTimeOff saved={saved} />
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={TIME_OFF_SETTINGS.from} type="date" {...editing.box('from')} />
      <Field label={TIME_OFF_SETTINGS.to} type="date" {...editing.box('to')} />
    </div>
    <SelectField label={TIME_OFF_SETTINGS.orders} {...editing.box('orders')}>
      <option value="stop">{TIME_OFF_SETTINGS.choices.stop}</option>
      <option value="later">{TIME_OFF_SETTINGS.choices.later}</option>
    </SelectField>
    <Field
      label={TIME_OFF_SETTINGS.text}
      hint={TIME_OFF_SETTINGS.textHint}
      maxLength={140}
      autoComplete="off"
      {...editing.box('text')}
    />
    <Preview texts={editing.texts} />
  </>
)

/** The notice as shoppers will see it; nothing without a last day. */
function Preview({ texts: { to, text, orders } }: { texts: SettingTexts }) {
  if (!to || to > '2100') return null
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{TIME_OFF_SETTINGS.preview}</p>
      <div className="rounded-md band">
        <ClosedLine closed={{ text, orders: orders === 'later' ? 'later' : 'stop', back: dayAfter(to) }} />
      </div>
    </div>
  )
}

/** The saved time off, and a button that ends it. */
function PlannedTimeOff({ saved: { closed, timeZone } }: { saved: Settings }) {
  const [update, { error, isLoading, reset }] = useUpdateSettingsMutation()
  const [isCanceled, setCanceled] = useState(false)
  if (error) return <Alert onDismiss={reset}>{messageOf(error)}</Alert>
  if (!closed || isOver(closed, timeZone))
    return isCanceled ? <Alert kind="success">{TIME_OFF_SETTINGS.canceled}</Alert> : null
  const isNow = closed.from <= dayOf(new Date(), timeZone)
  const [from, to] = [closed.from, closed.to].map(formatCalendarDay) as [string, string]
  const cancel = async () => setCanceled(!(await update({ closed: null })).error)
  return (
    <Alert kind={isNow ? 'warning' : 'info'}>
      <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {isNow ? TIME_OFF_SETTINGS.now(to) : TIME_OFF_SETTINGS.planned(from, to)}
        <Button type="button" variant="quiet" className="-my-2.5" isBusy={isLoading} onClick={cancel}>
          {isNow ? TIME_OFF_SETTINGS.reopen : TIME_OFF_SETTINGS.cancel}
        </Button>
      </span>
    </Alert>
  )
}
