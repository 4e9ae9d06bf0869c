// Texts of the page of an invitation.
import type { InvitedRole } from '../contract.ts'

export const INVITATION = {
  title: 'Your invitation',
  loading: 'Opening the invitation …',
  lead: {
    packer: (shop: string) => `You are invited to pack orders for ${shop}.`,
    admin: (shop: string) => `You are invited to run ${shop} as an admin.`,
  } satisfies Record<InvitedRole, (shop: string) => string>,
  newAccount: (email: string) => `Choose your name and a password. You sign in with ${email}.`,
  create: 'Start',
  signInFirst: (email: string) => `You have an account as ${email}. Sign in with it to accept.`,
  signIn: 'Sign in',
  accept: 'Accept',
  incomplete: 'This link is not complete. Open it from the email, or copy all of it.',
} as const
