import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import type { OffReason } from '../contract.ts'
import { webhookEndpoints } from '../schema.ts'
import { WEBHOOK_OFF } from './texts.ts'

const Payload = z.object({ endpointId: z.uuid() })

/** The messages about endpoints that the shop has switched off. */
export const webhookMessages = [
  defineMessages({
    kinds: ['webhook_off'],
    audience: 'shop',
    payload: Payload,
    compose: (db, { payload }, shop) => offMessage(db, payload.endpointId, shop),
  }),
]

/** Null when the seller has no address, and when the endpoint was deleted or switched on again. */
async function offMessage(db: Db, id: string, shop: Sender) {
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  if (!shop.email || !endpoint?.offReason) return null
  return webhookOffEmail({ id, url: endpoint.url, reason: endpoint.offReason }, shop)
}

/** Tells the seller that an endpoint gets no more events, why, and what to do. */
export const webhookOffEmail = ({ id, url, reason }: { id: string; url: string; reason: OffReason }, shop: Sender) =>
  notice(shop, {
    to: shop.email,
    subject: WEBHOOK_OFF.subject(URL.parse(url)?.host ?? url),
    paragraphs: [`${WEBHOOK_OFF.paragraph(url)} ${WEBHOOK_OFF.reasons[reason]}`, WEBHOOK_OFF.next[reason]],
    links: [{ href: `${shop.url}/admin/settings/webhooks/${id}`, text: WEBHOOK_OFF.link }],
  })
