import { and, eq, inArray, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { KeyScope } from '#contract/api-keys.ts'
import type { Db } from '../db/client.ts'
import { preparedFor } from '../db/prepared-for.ts'
import { sessions, users } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { SIGN_IN } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { hashToken, newToken } from './tokens.ts'

/** The authenticated user, as the database has it now, and the session of the token. */
export type Caller = {
  id: string
  name: string
  email: string
  isAdmin: boolean
  isApi: boolean
  /** Buys without an account. */
  isGuest: boolean
  /** Null for an API key. */
  session: Session | null
  /** What an API key may do. A session may do all that its account may. */
  scopes?: KeyScope[]
}

/** `onlyOrderId` is the one order of a session that an order link opened. */
type Session = { tokenHash: string; isRecent: boolean; orderId: string | null; onlyOrderId: string | null }

const LIFETIME = sql`interval '30 days'`
const GUEST_LIFETIME = sql`interval '7 days'`
const ADMIN_LIFETIME = sql`interval '12 hours'`
/** The longest session of an admin, however often it is used. */
const ADMIN_MOST = sql`interval '7 days'`
/** How long a sign-in counts as recent: sensitive changes need no new sign-in. */
const RECENT = sql`interval '15 minutes'`
const USE_NOTED_EVERY = sql`interval '1 minute'`

/** Columns of a user that a caller has. */
export const callerColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  isAdmin: users.isAdmin,
  isApi: users.isApi,
  isGuest: users.isGuest,
}

/** For how long without use the sessions of a row of `users` work. */
const LIFETIMES = sql`case when ${users.isAdmin} then ${ADMIN_LIFETIME} when ${users.isGuest} then ${GUEST_LIFETIME} else ${LIFETIME} end`

const preparedByToken = preparedFor((db) => {
  const isStale = sql<boolean>`${sessions.lastUsedAt} < now() - ${USE_NOTED_EVERY}`
  const isRecent = sql<boolean>`${sessions.createdAt} between now() - ${RECENT} and now()`
  return db
    .select({ user: callerColumns, orderId: sessions.orderId, onlyOrderId: sessions.onlyOrderId, isStale, isRecent })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        isNull(users.deletedAt),
        sql`${sessions.lastUsedAt} > now() - ${LIFETIMES}`,
        or(not(users.isAdmin), sql`${sessions.createdAt} > now() - ${ADMIN_MOST}`),
      ),
    )
    .prepare('caller_by_session')
})

/** SQL condition on `sessions` and their `users`: it works no longer. */
const hasExpired = sql`(${sessions.lastUsedAt} <= now() - ${LIFETIMES}
  or ${users.isAdmin} and ${sessions.createdAt} <= now() - ${ADMIN_MOST})`

/** Deletes sessions that have expired. */
export const deleteExpiredSessions = (db: Db) =>
  db.execute(sql`delete from ${sessions} using ${users} where ${users.id} = ${sessions.userId} and ${hasExpired}`)

const DAY_MS = 86_400_000

/** Starts the job that deletes expired sessions every day. */
export const startDeletingSessions = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await deleteExpiredSessions(db)
    return DAY_MS
  })

/** The caller that a session token belongs to; null when it is unknown or expired, or the user is deleted. */
export async function callerBySession(db: Db, token: string): Promise<Caller | null> {
  if (!token) return null
  const tokenHash = hashToken(token)
  const [found] = await preparedByToken(db).execute({ tokenHash })
  if (!found) return null
  if (found.isStale) await recordUse(db, tokenHash)
  const { user, isRecent, orderId, onlyOrderId } = found
  return { ...user, session: { tokenHash, isRecent, orderId, onlyOrderId } }
}

/**
 * Creates a session and returns its token; the database has only the hash. Deletes the user's expired sessions. Null
 * when the user was deleted or changed the password after the row was read.
 */
export async function openSession(
  db: Db,
  { id, passwordHash }: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
) {
  const token = newToken()
  const unchanged = and(
    eq(users.id, id),
    isNull(users.deletedAt),
    sql`${users.passwordHash} is not distinct from ${passwordHash}`,
  )
  const { rows } = await db.execute<{ userId: string }>(sql`
    with expired as (delete from sessions where user_id = ${id} and last_used_at < now() - ${LIFETIME})
    insert into sessions (token_hash, user_id)
    select ${hashToken(token)}, id from users where ${unchanged} for no key update
    returning user_id "userId"`)
  return rows.length === 1 ? token : null
}

/**
 * Ends the caller's other sessions and gives this one a new token, which it returns. The session's age stays, so it
 * does not count as a new sign-in. Throws unauthenticated when the session ended meanwhile.
 */
export async function renewSession(tx: Db, caller: Caller) {
  const session = sessionOf(caller)
  const token = newToken()
  await endOtherSessions(tx, caller)
  const renewed = await tx
    .update(sessions)
    .set({ tokenHash: hashToken(token) })
    .where(eq(sessions.tokenHash, session.tokenHash))
    .returning({ tokenHash: sessions.tokenHash })
  if (renewed.length === 0) throw new AppError('unauthenticated', SIGN_IN.needed)
  return token
}

/** Ends the caller's session. */
export async function endSession(db: Db, caller: Caller) {
  await db.delete(sessions).where(eq(sessions.tokenHash, sessionOf(caller).tokenHash))
}

/** Ends all sessions of the caller but the current one. */
export async function endOtherSessions(db: Db, caller: Caller) {
  const { tokenHash } = sessionOf(caller)
  await db.delete(sessions).where(and(eq(sessions.userId, caller.id), ne(sessions.tokenHash, tokenHash)))
}

/** Ends all sessions of these users. */
export async function endSessions(db: Db, ...userIds: string[]) {
  await db.delete(sessions).where(inArray(sessions.userId, userIds))
}

/** Updates last_used_at, at most once a minute even under concurrent calls. */
async function recordUse(db: Db, tokenHash: string) {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastUsedAt, sql`now() - ${USE_NOTED_EVERY}`)))
}

/** Throws forbidden for a caller with an API key. */
export const requireSignIn = (caller: Caller): void => void sessionOf(caller)

/** The caller's session. Throws forbidden for a caller with an API key. */
function sessionOf({ session }: Caller): Session {
  if (!session) throw new AppError('forbidden', SIGN_IN.notWithApiKey)
  return session
}

/** Throws not_found when the session was opened by the link of another order. */
export function requireReachable({ session }: Caller, orderId: string) {
  if (session?.onlyOrderId && session.onlyOrderId !== orderId.toLowerCase()) throw notFound(NOT_FOUND.order)
}

/** Throws sign_in_again, with this message, unless the caller signed in within the last 15 minutes. */
export function requireRecentSignIn(caller: Caller, sentence: string) {
  if (!sessionOf(caller).isRecent) throw new AppError('sign_in_again', sentence)
}
