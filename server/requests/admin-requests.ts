import { and, asc, count, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { AdminRequest, AdminRequestPage, NewAnswer, RequestList, RequestQuery } from '#contract/admin/requests.ts'
import { type AdminSearch, RESULTS_OF_A_KIND } from '#contract/admin/search.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { forSale } from '../catalog/for-sale.ts'
import { shownPhoto, toImage } from '../catalog/photos.ts'
import type { Db } from '../db/client.ts'
import { pageInfo } from '../db/pagination.ts'
import { requests } from '../db/request-schema.ts'
import { products, users } from '../db/schema.ts'
import { containsWords } from '../db/text-match.ts'
import { AppError, notFound } from '../errors.ts'
import { queueRequestMail } from '../mail/outbox.ts'
import { PIECE_REQUESTS } from '../texts/piece-requests.ts'
import { NOT_FOUND } from '../texts/requests.ts'

const { kind, state, createdAt, doneAt } = requests

const LISTS: Record<RequestList, SQL | undefined> = {
  open: and(eq(state, 'waiting'), eq(kind, 'sister')),
  waiting: and(eq(state, 'waiting'), eq(kind, 'back')),
  done: inArray(state, ['told', 'answered', 'ended']),
}

/** The number of requests to answer. */
export const openRequests = (db: Db): Promise<number> => db.$count(requests, LISTS.open)

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
  const [counted] = await db
    .select({ total: count() })
    .from(requests)
    .innerJoin(products, eq(products.id, requests.productId))
    .where(where)
  const rows = await selected(db)
    .where(where)
    .orderBy(...(show === 'done' ? [desc(doneAt), desc(requests.id)] : [asc(createdAt), asc(requests.id)]))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  return { requests: rows.map(shown), ...pageInfo(pageNumber, counted?.total ?? 0, ADMIN_PAGE_SIZE) }
}

/**
 * Answers a request for a sister piece and queues the answer, once. Throws not_found (the request, or the piece that is
 * listed), or request_answered.
 */
export function answerRequest(db: Db, id: string, { answer, words, product }: NewAnswer): Promise<AdminRequest> {
  return db.transaction(async (tx) => {
    const answerProductId = answer === 'listed' && product ? await listedProduct(tx, product) : null
    const answered = await tx
      .update(requests)
      .set({ state: 'answered', doneAt: sql`now()`, answer, answerWords: words, answerProductId })
      .where(and(eq(requests.id, id), LISTS.open))
      .returning({ id: requests.id })
    const [row] = await selected(tx).where(and(eq(requests.id, id), ne(state, 'unconfirmed')))
    if (!row) throw notFound(NOT_FOUND.request)
    if (answered.length === 0) throw new AppError('request_answered', PIECE_REQUESTS.answered)
    await queueRequestMail(tx, 'request_answer', id)
    return shown(row)
  })
}

async function listedProduct(tx: Db, id: string) {
  const [found] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), forSale))
  if (!found) throw notFound(NOT_FOUND.listedProduct)
  return found.id
}

const selected = (db: Db) =>
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

type Row = Awaited<ReturnType<typeof selected>>[number]

const shown = ({ request, product, photo, name }: Row): AdminRequest => {
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
