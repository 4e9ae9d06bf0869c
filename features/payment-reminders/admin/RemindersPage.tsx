import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { SETTINGS } from '#web/texts/admin-settings.ts'
import { CheckField } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { MENU } from './menu-texts.ts'
import { usePaymentRemindersQuery, useSetPaymentRemindersMutation } from './remindersApi.ts'
import { REMINDERS } from './texts.ts'

const LIST = { path: '/admin/settings', label: SETTINGS.heading }

/** Whether buyers are reminded of orders that they have not paid. A change saves right away. */
export default function RemindersPage() {
  const query = usePaymentRemindersQuery(undefined, { refetchOnMountOrArgChange: true })
  const [save, { isLoading, originalArgs, error, isSuccess }] = useSetPaymentRemindersMutation()
  const { isOn = false } = (isLoading && originalArgs) || (query.currentData ?? {})
  return (
    <EditScreen title={MENU.reminders.label} list={LIST} noun={REMINDERS.noun} query={query}>
      <div className="grid max-w-[44rem] gap-4">
        <p className="-mt-3 text-muted">{REMINDERS.about}</p>
        <Panel>
          <div className="grid gap-5">
            <CheckField
              label={REMINDERS.isOn}
              hint={REMINDERS.isOnHint}
              checked={isOn}
              onChange={({ target }) => void save({ isOn: target.checked })}
            />
            {error && <StandingAlert of={error}>{messageOf(error as ApiFailure)}</StandingAlert>}
            <p role="status" className="text-sm text-muted">
              {isSuccess && REMINDERS.saved}
            </p>
          </div>
        </Panel>
      </div>
    </EditScreen>
  )
}
