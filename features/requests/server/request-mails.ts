import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { requests } from '../schema.ts'
import { answerEmail, backEmail, confirmRequestEmail, newRequestEmail } from './request-emails.ts'

const TO_SHOPPER = ['request_confirm', 'request_back', 'request_answer'] as const
const TO_SELLER = ['new_request'] as const
type RequestMailKind = (typeof TO_SHOPPER)[number] | (typeof TO_SELLER)[number]

/** Queues a message about a request of a shopper. It is written, and its recipient read, when it is sent. */
export const queueRequestMail = (tx: Db, kind: RequestMailKind, requestId: string) =>
  queueMails(tx, [{ kind, dedupeKey: uniqueKey(kind), payload: { requestId } }])

const aboutRequest = {
  payload: z.object({ requestId: z.uuid() }),
  compose: (db: Db, mail: { kind: string; payload: { requestId: string } }, shop: Sender, wantsOrderMails: boolean) =>
    requestMessage(db, mail.kind as RequestMailKind, mail.payload.requestId, wantsOrderMails, shop),
}

/** The messages about requests of shoppers. */
export const requestMessages = [
  defineMessages({
    ...aboutRequest,
    kinds: TO_SHOPPER,
    audience: 'address',
    async addressOf(db, { requestId }) {
      const [request] = await db.select({ email: requests.email }).from(requests).where(eq(requests.id, requestId))
      return request?.email
    },
  }),
  defineMessages({ ...aboutRequest, kinds: TO_SELLER, audience: 'shop', event: 'asks' }),
]

const listedProducts = alias(products, 'listed')

/**
 * Writes a message about a request, from the request as it is now. Null when the request was deleted, when it was
 * confirmed or has ended before this message was sent, and without a recipient.
 */
async function requestMessage(
  db: Db,
  kind: RequestMailKind,
  id: string,
  isSellerTold: boolean,
  shop: Sender,
): Promise<Message | null> {
  const [row] = await db
    .select({
      request: requests,
      piece: { name: products.name, slug: products.slug },
      listed: { name: listedProducts.name, slug: listedProducts.slug },
    })
    .from(requests)
    .innerJoin(products, eq(products.id, requests.productId))
    .leftJoin(listedProducts, eq(listedProducts.id, requests.answerProductId))
    .where(eq(requests.id, id))
  if (!row) return null
  const { request, piece } = row
  const { email, state, words, answerWords } = request
  switch (kind) {
    case 'request_confirm': {
      if (state !== 'unconfirmed') return null
      const link = `${shop.url}/requests/confirm#${await signedLink(db, 'confirm', id)}`
      return confirmRequestEmail(email, request.kind, piece, link, shop)
    }
    case 'request_back':
      return backEmail(email, piece, `${shop.url}/requests/end#${await signedLink(db, 'end', id)}`, shop)
    case 'request_answer':
      return answerEmail(email, piece, { words: answerWords ?? '', listed: row.listed }, shop)
    case 'new_request':
      return isSellerTold && shop.email ? newRequestEmail(email, piece, words, shop) : null
  }
}
