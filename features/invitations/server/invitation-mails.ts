import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Message } from '#server/platform/outbox/message.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import type { InvitedRole } from '../contract.ts'
import { invitations } from '../schema.ts'
import { INVITATION_MAIL, keyForMail } from './invitations.ts'
import { INVITATION_EMAIL } from './texts.ts'

/** The message to somebody who is invited. Only the shop's own words are in it. */
export const invitationMessages = defineMessages({
  kinds: [INVITATION_MAIL],
  audience: 'address',
  payload: z.object({ invitationId: z.uuid() }),
  async addressOf(db, { invitationId }) {
    const [row] = await db
      .select({ email: invitations.email })
      .from(invitations)
      .where(eq(invitations.id, invitationId))
    return row?.email
  },
  async compose(db, { payload }, shop) {
    const invited = await keyForMail(db, payload.invitationId)
    if (!invited) return null
    const { email, role } = invited.invitation
    return invitationEmail(email, role, `${shop.url}/invitation#${invited.key}`, shop)
  },
})

/** Invites the owner of an address to work in the shop. */
export const invitationEmail = (to: string, role: InvitedRole, link: string, shop: Sender): Message => ({
  ...notice(shop, {
    to,
    subject: INVITATION_EMAIL.subject(shop.name),
    paragraphs: [INVITATION_EMAIL.opening[role](shop.name)],
    links: [{ href: link, text: INVITATION_EMAIL.link }],
    closing: INVITATION_EMAIL.closing,
  }),
  link,
})
