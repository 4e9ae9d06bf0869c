import { and, asc, count, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { AdminRequest, AdminRequestPage, NewAnswer, RequestList, RequestQuery } from '#contract/admin/requests.ts'
import { type AdminSearch, RESULTS_OF_A_KIND } from '#contract/admin/search.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { containsWords } from '#server/platform/db/text-match.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { shownPhoto, toImage } from '#server/shop/catalog/photos.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { users } from '#server/shop/schema/users.ts'
import { requests } from '../schema.ts'
import { queueRequestMail } from './request-mails.ts'
import { NOT_FOUND, PIECE_REQUESTS } from './texts.ts'

const { kind, state, createdAt, doneAt } = requests

const LISTS: Record<RequestList, SQL | undefined> = {
  open: and(eq(state, 'waiting'), eq(kind, 'sister')),
  waiting: and(eq(state, 'waiting'), eq(kind, 'back')),
  done: inArray(state, ['told', 'answered', 'ended']),
}

/** SQL: the number of requests to answer. */
export const openRequests = (db: Db) => db.$count(requests, LISTS.open)

/** The newest confirmed requests that the keyword finds, each with the list that it is in. */
export async function requestsFor(db: Db, keyword: string): Promise<AdminSearch['requests']> {
  const rows = await db
    .select({ _id: requests.id, product: products.name, email: requests.email, kind, state })
    .from(requests)
    .innerJoin(products, eq(products.id, requests.productId))
    .where(and(ne(state, 'unconfirmed'), requestsMatching(keyword)))
    .orderBy(desc(createdAt), desc(requests.id))
    .limit(RESULTS_OF_A_KIND)
  return rows.map(({ kind, state, ...request }) => ({
    ...request,
    show: state !== 'waiting' ? 'done' : kind === 'sister' ? 'open' : 'waiting',
  }))
}

/** SQL condition on `requests` and `products`: the product's name, the address or the message has these words. */
const requestsMatching = (keyword: string) =>
  containsWords(sql`lower(${products.name} || ' ' || ${requests.email} || ' ' || ${requests.words})`, keyword)

/** A page of requests, oldest first, or of those that are done, latest first. Throws not_found past the last page. */
export async function requestsPage(db: Db, { show, keyword, pageNumber }: RequestQuery): Promise<AdminRequestPage> {
  const where = and(LISTS[show], keyword ? requestsMatching(keyword) : undefined)
  const [countRow] = await db
    .select({ total: count() })
    .from(requests)
    .innerJoin(products, eq(products.id, requests.productId))
    .where(where)
  const rows = await selectRequests(db)
    .where(where)
    .orderBy(...(show === 'done' ? [desc(doneAt), desc(requests.id)] : [asc(createdAt), asc(requests.id)]))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  return { requests: rows.map(toAdminRequest), ...pageInfo(pageNumber, countRow?.total ?? 0, ADMIN_PAGE_SIZE) }
}

/**
 * Answers a request for a sister piece and queues the answer, once. Throws not_found (the request, or the piece that is
 * listed), or request_answered.
 */
export function answerRequest(db: Db, id: string, { answer, words, product }: NewAnswer): Promise<AdminRequest> {
  return db.transaction(async (tx) => {
    const answerProductId = answer === 'listed' && product ? await listedProduct(tx, product) : null
    const answeredRequests = await tx
      .update(requests)
      .set({ state: 'answered', doneAt: sql`now()`, answer, answerWords: words, answerProductId })
      .where(and(eq(requests.id, id), LISTS.open))
      .returning({ id: requests.id })
    const [row] = await selectRequests(tx).where(and(eq(requests.id, id), ne(state, 'unconfirmed')))
    if (!row) throw notFound(NOT_FOUND.request)
    if (answeredRequests.length === 0) throw new AppError('request_answered', PIECE_REQUESTS.answered)
    await queueRequestMail(tx, 'request_answer', id)
    return toAdminRequest(row)
  })
}

async function listedProduct(tx: Db, id: string) {
  const [productRow] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), forSale))
  if (!productRow) throw notFound(NOT_FOUND.listedProduct)
  return productRow.id
}

const selectRequests = (db: Db) =>
  db
    .select({
      request: requests,
      product: { _id: products.id, name: products.name, slug: products.slug, qty: products.qty },
      photo: shownPhoto,
      name: users.name,
    })
    .from(requests)
    .innerJoin(products, eq(products.id, requests.productId))
    .leftJoin(users, and(eq(users.id, requests.userId), isNull(users.deletedAt)))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectRequests>>[number]

const toAdminRequest = ({ request, product, photo, name }: Row): AdminRequest => {
  const { id, kind, email, words, state, createdAt, doneAt, answer, answerWords } = request
  return {
    _id: id,
    kind,
    product: { ...product, image: photo && toImage(photo) },
    email,
    name,
    words,
    // No list has those that are not confirmed.
    state: state as AdminRequest['state'],
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
    answer,
    answerWords,
  }
}
