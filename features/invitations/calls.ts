import { defineCalls } from '#contract/calls/define-calls.ts'
import { Done, SignedIn } from '#contract/users.ts'
import {
  Invitation,
  InvitationId,
  InvitationKey,
  Invitations,
  InvitedAccount,
  NewInvitation,
  OpenedInvitation,
} from './contract.ts'

export const invitationCalls = defineCalls({
  'GET /api/invitations': {
    access: 'admin',
    id: 'listInvitations',
    summary: 'List the invitations that wait for an answer',
    answer: Invitations,
  },
  'POST /api/invitations': {
    access: 'recent admin',
    id: 'createInvitation',
    summary: 'Invite somebody to work in the shop, by an email with a link',
    description: 'The link works once, for seven days. Another invitation of the same address takes its place.',
    body: NewInvitation,
    status: 201,
    answer: Invitation,
  },
  'DELETE /api/invitations/:id': {
    access: 'signed-in admin',
    id: 'revokeInvitation',
    summary: 'Revoke an invitation',
    params: InvitationId,
    answer: Done,
  },
  // Authenticated by the key of the link, as is the next one.
  'POST /api/invitations/opened': {
    access: 'anyone',
    id: 'openInvitation',
    summary: 'Read an invitation by the key of its link',
    body: InvitationKey,
    answer: OpenedInvitation,
  },
  'POST /api/invitations/account': {
    access: 'anyone',
    id: 'createInvitedAccount',
    summary: 'Accept an invitation with a new account',
    body: InvitedAccount,
    status: 201,
    answer: SignedIn,
  },
  'POST /api/invitations/accepted': {
    access: 'recent user',
    id: 'acceptInvitation',
    summary: "Accept an invitation to the address of the caller's account",
    body: InvitationKey,
    answer: SignedIn,
  },
})
