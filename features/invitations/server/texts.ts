// What the server says about invitations.
import type { InvitedRole } from '../contract.ts'

export const INVITATIONS = {
  linkGone: 'This invitation was used, revoked or is over. Ask the owner of the shop for a new one.',
  hasAccount: 'There is an account with this email address. Sign in with it to accept the invitation.',
  otherAddress: (email: string) => `This invitation is for ${email}. Sign in with that account to accept it.`,
  revoked: 'The invitation is revoked.',
  tooMany: (most: number) => `There are ${most} invitations that wait for an answer. Revoke one first.`,
} as const

export const INVITATION_EMAIL = {
  subject: (shop: string) => `Work with ${shop}`,
  opening: {
    packer: (shop: string) => `You are invited to pack orders for ${shop}.`,
    admin: (shop: string) => `You are invited to run ${shop} as an admin.`,
  } satisfies Record<InvitedRole, (shop: string) => string>,
  link: 'Accept the invitation',
  closing: 'The link works once, for seven days. If you do not know what this is about, ignore this email.',
} as const

export const RATE_LIMITS = {
  invitation: 'You have invited many people today. Please try again tomorrow.',
  invitationLink: 'Too many attempts. Please try again in ten minutes.',
} as const

export const PERSON_FILE_TITLE = 'Invitations to work in the shop'
