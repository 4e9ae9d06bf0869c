import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const auditLogAdmin: AdminFeature = {
  screens: [{ path: 'audit-log', load: () => import('./AuditLogPage.tsx') }],
  menu: [{ place: ['people', 20], to: '/admin/audit-log', ...MENU.auditLog }],
}
