import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { INVITE_LINK } from './menu-texts.ts'

export const invitationsAdmin: AdminFeature = {
  screens: [{ path: 'invitations', load: () => import('./InvitePage.tsx') }],
  menu: [],
  parts: [{ place: 90, ...INVITE_LINK }],
}
