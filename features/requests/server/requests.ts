// Requests of shoppers: to hear when a product can be bought again, or for another one like it. An address counts once
// its owner has confirmed it with the link of a message, because anybody can type it.
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { ConfirmedRequest, NewRequest } from '#contract/requests.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { linkedId } from '#server/shop/secrets/signed-links.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { requests } from '../schema.ts'
import { queueRequestMail } from './request-mails.ts'
import { PIECE_REQUESTS } from './texts.ts'

type AskedRequest = Pick<NewRequest, 'kind' | 'product' | 'email'> & { words: string; userId: string | null }

/**
 * Stores a request and queues the message that asks to confirm it. Asking again sends that message again; once the
 * request is confirmed, it changes nothing. Throws not_found, product_available for a product that can be bought, and
 * invalid_request for one whose choices come back one by one.
 */
export async function requestPiece(db: Db, { kind, product, email, words, userId }: AskedRequest) {
  await db.transaction(async (tx) => {
    const [productRow] = await tx
      .select({ qty: products.qty, axes: products.axes })
      .from(products)
      .where(and(eq(products.id, product), forSale))
    if (!productRow) throw notFound(NOT_FOUND.product)
    if (kind === 'back' && productRow.axes) throw new AppError('invalid_request', PIECE_REQUESTS.chooseFirst)
    if (kind === 'back' && productRow.qty > 0) throw new AppError('product_available', PIECE_REQUESTS.available)
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ${requests} (kind, product_id, email, words, user_id)
      values (${kind}, ${product}, ${email}, ${words}, ${userId})
      on conflict (kind, product_id, lower(email)) where state in ('unconfirmed', 'waiting')
        do update set words = excluded.words where ${requests.state} = 'unconfirmed'
      returning id`)
    for (const { id } of rows) await queueRequestMail(tx, 'request_confirm', id)
  })
}

/**
 * Confirms a request with the link of its message, once; the seller gets a message about one for a sister piece. Throws
 * link_gone when the request is over, or there is none.
 */
export function confirmRequest(db: Db, link: string): Promise<ConfirmedRequest> {
  return db.transaction(async (tx) => {
    const id = await linkedId(tx, 'confirm', link)
    if (!id) throw linkGone()
    const [confirmedRequest] = await tx
      .update(requests)
      .set({ state: 'waiting', confirmedAt: sql`now()` })
      .where(and(eq(requests.id, id), eq(requests.state, 'unconfirmed')))
      .returning({ kind: requests.kind })
    if (confirmedRequest?.kind === 'sister') await queueRequestMail(tx, 'new_request', id)
    const { name, slug } = products
    const [productRow] = await tx
      .select({ kind: requests.kind, name, slug, isAvailable: sql<boolean>`${forSale} and ${products.qty} > 0` })
      .from(requests)
      .innerJoin(products, eq(products.id, requests.productId))
      .where(and(eq(requests.id, id), ne(requests.state, 'ended')))
    if (!productRow) throw linkGone()
    return {
      kind: productRow.kind,
      product: { name: productRow.name, slug: productRow.slug },
      isAvailable: productRow.isAvailable,
    }
  })
}

/** Ends all requests of the link's address to hear of a product that is back. Throws link_gone for a wrong link. */
export async function endRequests(db: Db, link: string) {
  const id = await linkedId(db, 'end', link)
  if (!id) throw linkGone()
  const address = db
    .select({ email: sql`lower(${requests.email})` })
    .from(requests)
    .where(eq(requests.id, id))
  await db
    .update(requests)
    .set({ state: 'ended', doneAt: sql`now()` })
    .where(
      and(
        eq(requests.kind, 'back'),
        inArray(requests.state, ['unconfirmed', 'waiting']),
        inArray(sql`lower(${requests.email})`, address),
      ),
    )
}

const linkGone = () => new AppError('link_gone', PIECE_REQUESTS.linkGone)

/** Deletes all requests of these users, and those by an address. */
export async function deleteRequestsOf(tx: Db, userIds: string[], email: string | null) {
  const isByAddress = email ? sql`lower(${requests.email}) = lower(${email})` : undefined
  await tx.delete(requests).where(or(inArray(requests.userId, userIds), isByAddress))
}
