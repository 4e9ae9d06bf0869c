import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { requests } from '../db/request-schema.ts'
import { products } from '../db/schema.ts'
import { signedLink } from '../db/signed-links.ts'
import type { Message, Sender } from './messages.ts'
import type { RequestMailKind } from './outbox.ts'
import { answerEmail, backEmail, confirmRequestEmail, newRequestEmail } from './request-messages.ts'

const listed = alias(products, 'listed')

/**
 * Writes a message about a request, from the request as it is now. Null when the request was deleted, when it was
 * confirmed or has ended before this message was sent, and without a recipient.
 */
export async function requestMessage(
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
      listed: { name: listed.name, slug: listed.slug },
    })
    .from(requests)
    .innerJoin(products, eq(products.id, requests.productId))
    .leftJoin(listed, eq(listed.id, requests.answerProductId))
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
