// Texts of the screen that invites people.
import type { InvitedRole } from '../contract.ts'

export const INVITE = {
  title: 'Invite someone',
  lead: 'They get an email with a link, choose their own password, and can start at once.',
  role: 'What they may do',
  roles: {
    packer: {
      label: 'Packer',
      hint: 'Sees and ships orders, changes photos and stock. No payments, people or settings.',
    },
    admin: { label: 'Admin', hint: 'Sees and changes everything, as you do.' },
  } satisfies Record<InvitedRole, { label: string; hint: string }>,
  send: 'Send the invitation',
  sent: (email: string) => `The invitation to ${email} is on its way.`,
  waiting: 'Invitations that wait',
  none: 'No invitation waits for an answer.',
  works: (role: string, day: string) => `${role}, works until ${day}`,
  revoke: 'Revoke',
  revokeNamed: (email: string) => `Revoke the invitation of ${email}`,
  question: (email: string) => `Revoke the invitation of ${email}? Its link stops working.`,
  back: 'All users',
} as const
