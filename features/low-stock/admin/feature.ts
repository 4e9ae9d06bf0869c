import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { SWITCH } from './menu-texts.ts'

export const lowStockAdmin: AdminFeature = {
  screens: [],
  menu: [],
  switches: [{ name: 'lowStockMails', place: ['stock', 10], ...SWITCH }],
}
