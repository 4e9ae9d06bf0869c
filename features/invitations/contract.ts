// Invitations by mail to work in the shop.
import { z } from 'zod'
import { id, timestamp } from '#contract/codecs.ts'
import { FirstAdmin, Registration } from '#contract/users.ts'

/** What somebody is invited to be. */
export const InvitedRole = z.enum(['packer', 'admin'])
export type InvitedRole = z.infer<typeof InvitedRole>

export const NewInvitation = z.object({ email: Registration.shape.email, role: InvitedRole })
export type NewInvitation = z.infer<typeof NewInvitation>

export const Invitation = z
  .object({ _id: id, email: z.string(), role: InvitedRole, createdAt: timestamp, expiresAt: timestamp })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>
export const Invitations = z.array(Invitation)

export const InvitationId = z.object({ id })

/** The key of the link in the email. */
export const InvitationKey = FirstAdmin.pick({ key: true })

/** What the link is for, for who has it. */
export const OpenedInvitation = z
  .object({
    email: z.string(),
    role: InvitedRole,
    hasAccount: z.boolean().describe('Whether the address has an account, which then has to sign in'),
  })
  .meta({ id: 'OpenedInvitation' })
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

/** The account of somebody who was invited. The address is that of the invitation. */
export const InvitedAccount = FirstAdmin.omit({ email: true })
export type InvitedAccount = z.infer<typeof InvitedAccount>
