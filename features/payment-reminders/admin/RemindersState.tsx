import { usePaymentRemindersQuery } from './remindersApi.ts'
import { REMINDERS } from './texts.ts'

/** Whether buyers are reminded, in a word. */
export function RemindersState() {
  const { currentData } = usePaymentRemindersQuery(undefined, { refetchOnMountOrArgChange: true })
  return currentData && (currentData.isOn ? REMINDERS.on : REMINDERS.off)
}
