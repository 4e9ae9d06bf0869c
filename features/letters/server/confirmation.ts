// The message that asks the owner of an address whether letters may come. It holds nothing that somebody typed.
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { subscribers } from '../schema.ts'
import { CONFIRM_EMAIL } from './texts.ts'

/** Queues the message that asks the owner of an address to confirm. */
export const queueConfirmation = (tx: Db, subscriberId: string) =>
  queueMails(tx, [{ kind: 'letters_confirm', dedupeKey: uniqueKey('letters_confirm'), payload: { subscriberId } }])

/** The address of a subscriber; undefined unless its owner has still to confirm it. */
const unconfirmedAddress = async (db: Db, id: string) =>
  (
    await db
      .select({ email: subscribers.email })
      .from(subscribers)
      .where(and(eq(subscribers.id, id), eq(subscribers.state, 'unconfirmed')))
  )[0]?.email

/** Asks to confirm, unless that was done or ended meanwhile. */
export const confirmationMail = defineMessages({
  kinds: ['letters_confirm'],
  audience: 'address',
  isToTypedAddress: true,
  payload: z.object({ subscriberId: z.uuid() }),
  addressOf: (db, { subscriberId }) => unconfirmedAddress(db, subscriberId),
  async compose(db, { payload: { subscriberId } }, shop) {
    const to = await unconfirmedAddress(db, subscriberId)
    if (!to) return null
    return confirmationEmail(to, `${shop.url}/letters#${await signedLink(db, 'confirm', subscriberId)}`, shop)
  },
})

/** Asks the owner of an address to open the link, if letters may come. */
export const confirmationEmail = (to: string, link: string, shop: Sender) => ({
  ...notice(shop, {
    to,
    subject: CONFIRM_EMAIL.subject(shop.name),
    paragraphs: [CONFIRM_EMAIL.opening(shop.name)],
    links: [{ href: link, text: CONFIRM_EMAIL.link }],
    closing: CONFIRM_EMAIL.closing,
  }),
  link,
})
