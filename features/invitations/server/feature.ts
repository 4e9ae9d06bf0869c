import { defineFeature } from '#server/shop/feature.ts'
import { invitationCalls } from '../calls.ts'
import { invitationMessages } from './invitation-mails.ts'
import { ofPeople } from './person-hooks.ts'
import { INVITATION_POLICIES } from './rate-limits.ts'
import { startDeletingInvitations } from './retention.ts'
import { invitationRoutes } from './routes.ts'

/** Invitations by mail: to pack orders, or to run the shop. */
export const invitations = defineFeature({
  name: 'invitations',
  calls: invitationCalls,
  sections: { invitations: 'Invitations by email to work in the shop' },
  routes: [invitationRoutes],
  policies: INVITATION_POLICIES,
  jobs: [startDeletingInvitations],
  people: ofPeople,
  messages: [invitationMessages],
})
