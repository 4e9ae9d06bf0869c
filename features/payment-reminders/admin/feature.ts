import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU, REMINDERS_LINK } from './menu-texts.ts'

export const paymentRemindersAdmin: AdminFeature = {
  screens: [{ path: 'settings/payment-reminders', load: () => import('./RemindersPage.tsx') }],
  menu: [],
  parts: [{ place: 195, to: REMINDERS_LINK.to, ...MENU.reminders }],
}
