import { and, desc, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { HeldRight } from '#contract/api-keys.ts'
import type { SignedInDevice } from '#contract/devices.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { SIGN_IN } from './texts.ts'
import { hashToken, newToken } from './tokens.ts'

/** The authenticated user, as the database has it now, and the session of the token. */
export type Caller = {
  id: string
  name: string
  email: string
  isAdmin: boolean
  isPacker: boolean
  isApi: boolean
  /** Buys without an account. */
  isGuest: boolean
  /** Null for an API key. */
  session: Session | null
  /** The API key. A session may do all that its account may. */
  key?: CallerKey
}

export type CallerKey = { id: string; name: string; rights: HeldRight[] }

/** `onlyOrderId` is the one order of a session that an order link opened. */
type Session = { tokenHash: string; isRecent: boolean; orderId: string | null; onlyOrderId: string | null }

const LIFETIME = sql`interval '30 days'`
const GUEST_LIFETIME = sql`interval '7 days'`
/** Of admins and packers on a device that they do not trust. */
const STAFF_LIFETIME = sql`interval '12 hours'`
/** The longest session of an admin or a packer, however often it is used. */
const STAFF_MOST = sql`case when ${sessions.isTrusted} then interval '30 days' else interval '7 days' end`
/** How long a sign-in counts as recent: sensitive changes need no new sign-in. */
const RECENT = sql`interval '15 minutes'`
const MOST_LISTED = 50
const USE_NOTED_EVERY = sql`interval '1 minute'`

/** Columns of a user that a caller has. */
export const callerColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  isAdmin: users.isAdmin,
  isPacker: users.isPacker,
  isApi: users.isApi,
  isGuest: users.isGuest,
}

/** SQL condition: the user is an admin or a packer. */
const isStaffRow = sql`(${users.isAdmin} or ${users.isPacker})`

/** For how long without use a session of a row of `users` works. */
const LIFETIMES = sql`case when ${isStaffRow} and not ${sessions.isTrusted} then ${STAFF_LIFETIME} when ${users.isGuest} then ${GUEST_LIFETIME} else ${LIFETIME} end`

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
        sql`(not ${isStaffRow} or ${sessions.createdAt} > now() - ${STAFF_MOST})`,
      ),
    )
    .prepare('caller_by_session')
})

/** SQL condition on `sessions` and their `users`: it works no longer. */
const hasExpired = sql`(${sessions.lastUsedAt} <= now() - ${LIFETIMES}
  or ${isStaffRow} and ${sessions.createdAt} <= now() - ${STAFF_MOST})`

/** What features keep of a session that expires, while all that is bound to one ends when its user signs out. */
export type SessionHooks = {
  /** Runs before sessions are deleted, in the same transaction. `tokenHashes` is a query of theirs. */
  expiring(tx: Db, tokenHashes: SQL): Promise<unknown>
}

/** What features do with sessions. app/server/features.ts fills the list while the program loads. */
export const sessionHooks: SessionHooks[] = []

/** Deletes sessions that have expired. */
export const deleteExpiredSessions = (db: Db) =>
  db.transaction(async (tx) => {
    const ofUsers = sql`${users.id} = ${sessions.userId} and ${hasExpired}`
    const tokenHashes = sql`select ${sessions.tokenHash} from ${sessions}, ${users} where ${ofUsers}`
    for (const { expiring } of sessionHooks) await expiring(tx, tokenHashes)
    await tx.execute(sql`delete from ${sessions} using ${users} where ${ofUsers}`)
  })

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
  const [session] = await preparedByToken(db).execute({ tokenHash })
  if (!session) return null
  if (session.isStale) await recordUse(db, tokenHash)
  const { user, isRecent, orderId, onlyOrderId } = session
  return { ...user, session: { tokenHash, isRecent, orderId, onlyOrderId } }
}

/** What signs in, whether it is trusted, and the token of the session that the new one takes the place of. */
export type SignInDevice = { device?: string; isTrusted?: boolean; renews?: string | undefined }

/**
 * Creates a session and returns its token; the database has only the hash. Deletes the user's expired sessions, and ends
 * the one that `renews` names: a device that is trusted stays so. Null when the user was deleted or changed the password
 * after the row was read.
 */
export async function openSession(
  db: Db,
  { id, passwordHash }: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
  { device = '', isTrusted = false, renews = '' }: SignInDevice = {},
) {
  const token = newToken()
  const isUnchanged = and(
    eq(users.id, id),
    isNull(users.deletedAt),
    sql`${users.passwordHash} is not distinct from ${passwordHash}`,
  )
  const { rows } = await db.execute<{ userId: string }>(sql`
    with expired as (delete from sessions where user_id = ${id} and last_used_at < now() - ${LIFETIME}),
    renewed as (delete from sessions where user_id = ${id} and token_hash = ${hashToken(renews)} returning is_trusted)
    insert into sessions (token_hash, user_id, device, is_trusted)
    select ${hashToken(token)}, id, ${device}, ${isTrusted} or exists (select from renewed where is_trusted)
    from users where ${isUnchanged} for no key update
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
  const renewedSession = await tx
    .update(sessions)
    .set({ tokenHash: hashToken(token) })
    .where(eq(sessions.tokenHash, session.tokenHash))
    .returning({ tokenHash: sessions.tokenHash })
  if (renewedSession.length === 0) throw new AppError('unauthenticated', SIGN_IN.needed)
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

/** SQL: by what a list of sessions names one. Nobody can tell its token from it. */
const publicId = sql<string>`encode(sha256(convert_to(${sessions.tokenHash}, 'UTF8')), 'hex')`

/** Lists the devices on which the caller is signed in, the last one used first. */
export async function sessionsOf(db: Db, { id, session }: Caller): Promise<SignedInDevice[]> {
  const rows = await db
    .select({ _id: publicId, session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, id), isNull(sessions.onlyOrderId), sql`not ${hasExpired}`))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(MOST_LISTED)
  return rows.map(({ _id, session: { tokenHash, device, isTrusted, createdAt, lastUsedAt } }) => ({
    ...{ _id, device, isTrusted, isCurrent: tokenHash === session?.tokenHash },
    ...{ createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() },
  }))
}

/** Ends one of the caller's sessions. Throws not_found, and forbidden for an API key. */
export async function endSessionOf(db: Db, caller: Caller, id: string) {
  requireSignIn(caller)
  const isIt = and(eq(sessions.userId, caller.id), sql`${publicId} = ${id}`)
  const endedSessions = await db.delete(sessions).where(isIt).returning({ userId: sessions.userId })
  if (endedSessions.length === 0) throw notFound(NOT_FOUND.device)
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
