import { z } from 'zod'
import type { Payment, Refund } from '../square-api.ts'
import { cancelExpired } from './complete-cancel.ts'
import type { SimulatorDatabase } from './database.ts'
import { badRequest, parseBody } from './errors.ts'
import type { Answer, Quirks } from './types.ts'

/** The most rows of a page. */
export const MOST = 100
/** In milliseconds. Without a lag the list looks a day ahead, because two clocks may differ. */
const A_DAY = 24 * 3600 * 1000

/** The query of a list. */
export const Filter = z.object({
  begin_time: z.iso.datetime({ offset: true }).optional(),
  end_time: z.iso.datetime({ offset: true }).optional(),
  sort_order: z.enum(['ASC', 'DESC']).default('DESC'),
  cursor: z.string().max(200).optional(),
  location_id: z.string().optional(),
  limit: z.coerce.number().int().min(1).default(MOST),
})

const Cursor = z.tuple([z.iso.datetime({ offset: true }), z.string()])

/** GET /v2/payments: a page of the payments created in a period. `quirks` make the list inexact. */
export async function listPayments(
  database: SimulatorDatabase,
  locationId: string,
  query: unknown,
  quirks: Pick<Quirks, 'lag' | 'repeatRow' | 'pageSize'> = {},
): Promise<Answer> {
  const filter = parseBody(Filter, query)
  if (filter.location_id && filter.location_id !== locationId) return { status: 200, body: {} }
  await cancelExpired(database)
  const [after, afterId] = filter.cursor ? placeOf(filter.cursor) : [null, null]
  // A page that repeats the last row of the page before needs room for one more.
  const limit = Math.min(filter.limit, quirks.pageSize ?? MOST, MOST) + (after && quirks.repeatRow ? 1 : 0)
  const [order, beyond] = filter.sort_order === 'ASC' ? ['asc', '>'] : ['desc', '<']
  const { rows } = await database.pool.query<{ payment: Payment }>(
    `select payment from square_simulator.payments
     where created_at >= coalesce($1, '-infinity'::timestamptz) and created_at < coalesce($2, 'infinity'::timestamptz)
       and created_at <= now() - make_interval(secs => $6)
       and ($3::timestamptz is null or (created_at, id) ${beyond}${quirks.repeatRow ? '=' : ''} ($3, $4))
     order by created_at ${order}, id ${order} limit $5`,
    [filter.begin_time, filter.end_time, after, afterId, limit + 1, (quirks.lag ?? -A_DAY) / 1000],
  )
  const payments = rows.slice(0, limit).map(({ payment }) => payment)
  const last = payments.at(-1)
  const cursor = rows.length > limit && last ? { cursor: cursorOf(last.created_at, last.id) } : {}
  return { status: 200, body: payments.length > 0 ? { payments, ...cursor } : {} }
}

/** GET /v2/refunds: a page of the refunds created in a period, oldest or newest first. */
export async function listRefunds({ pool }: SimulatorDatabase, locationId: string, query: unknown): Promise<Answer> {
  const filter = parseBody(Filter, query)
  if (filter.location_id && filter.location_id !== locationId) return { status: 200, body: {} }
  const [after, afterId] = filter.cursor ? placeOf(filter.cursor) : [null, null]
  const limit = Math.min(filter.limit, MOST)
  const [order, beyond] = filter.sort_order === 'ASC' ? ['asc', '>'] : ['desc', '<']
  const { rows } = await pool.query<{ refund: Refund }>(
    `select refund from square_simulator.refunds, lateral (select (refund->>'created_at')::timestamptz as at) made
     where at >= coalesce($1, '-infinity'::timestamptz) and at < coalesce($2, 'infinity'::timestamptz)
       and ($3::timestamptz is null or (at, id) ${beyond} ($3, $4))
     order by at ${order}, id ${order} limit $5`,
    [filter.begin_time, filter.end_time, after, afterId, limit + 1],
  )
  const refunds = rows.slice(0, limit).map(({ refund }) => refund)
  const last = refunds.at(-1)
  const cursor = rows.length > limit && last ? { cursor: cursorOf(last.created_at, last.id) } : {}
  return { status: 200, body: refunds.length > 0 ? { refunds, ...cursor } : {} }
}

/** The cursor that goes on after the row made at that moment with that id. */
export const cursorOf = (createdAt: string | null | undefined, id: string | null | undefined) =>
  Buffer.from(JSON.stringify([createdAt ?? '', id ?? ''])).toString('base64url')

/** What `cursorOf` took. Throws a SquareApiError for another text. */
export function placeOf(cursor: string) {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badRequest('INVALID_CURSOR', 'The cursor is not one of ours', 'cursor')
  }
}
