import { and, eq, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { sessions, users } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { SIGN_IN } from '../texts/accounts.ts'
import { hashOf, newToken } from './tokens.ts'

/** Who is calling: the account as the database has it now, and the session of the token. */
export type Caller = {
  id: string
  name: string
  email: string
  isAdmin: boolean
  isApi: boolean
  /** Null for a program that calls with an API key: it has not signed in. */
  session: Session | null
}

type Session = { tokenHash: string; isRecent: boolean; orderId: string | null }

const LIFETIME = sql`interval '30 days'`
const ADMIN_LIFETIME = sql`interval '12 hours'`
/** How long an admin stays signed in at most, however often the session is used. */
const ADMIN_MOST = sql`interval '7 days'`
/** How long after a sign-in nobody is asked to sign in again, whatever is changed. */
const RECENT = sql`interval '15 minutes'`
const USE_NOTED_EVERY = sql`interval '1 minute'`

/** The caller that a bearer token stands for; null when it is unknown, too old or its account is gone. */
export async function callerOf(db: Db, token: string): Promise<Caller | null> {
  if (!token) return null
  const tokenHash = hashOf(token)
  const lifetime = sql`case when ${users.isAdmin} then ${ADMIN_LIFETIME} else ${LIFETIME} end`
  const isStale = sql<boolean>`${sessions.lastUsedAt} < now() - ${USE_NOTED_EVERY}`
  const isRecent = sql<boolean>`${sessions.createdAt} between now() - ${RECENT} and now()`
  const [found] = await db
    .select({ user: users, session: sessions, isStale, isRecent })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        isNull(users.deletedAt),
        sql`${sessions.lastUsedAt} > now() - ${lifetime}`,
        or(not(users.isAdmin), sql`${sessions.createdAt} > now() - ${ADMIN_MOST}`),
      ),
    )
  if (!found) return null
  if (found.isStale) await noteUse(db, tokenHash)
  return toCaller(found.user, { tokenHash, isRecent: found.isRecent, orderId: found.session.orderId })
}

/** The account as a caller, with no more of its row than that takes. */
export const toCaller = (
  { id, name, email, isAdmin, isApi }: typeof users.$inferSelect,
  session: Caller['session'],
): Caller => ({ id, name, email, isAdmin, isApi, session })

/**
 * Signs in the owner of the account: a fresh token, of which only the hash is kept. Null when the account has gone
 * since it was read, or its password has changed. Sessions of theirs that are too old go.
 */
export async function openSession(
  db: Db,
  { id, passwordHash }: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
) {
  const token = newToken()
  const unchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash), isNull(users.deletedAt))
  const { rows } = await db.execute<{ userId: string }>(sql`
    with expired as (delete from sessions where user_id = ${id} and last_used_at < now() - ${LIFETIME})
    insert into sessions (token_hash, user_id)
    select ${hashOf(token)}, id from users where ${unchanged} for no key update
    returning user_id "userId"`)
  return rows.length === 1 ? token : null
}

/**
 * Ends every other session of the caller and gives this one a fresh token, which comes back. It remains as old as it
 * is: no new sign-in. Throws unauthenticated when it has ended meanwhile.
 */
export async function renewSession(tx: Db, caller: Caller) {
  const session = sessionOf(caller)
  const token = newToken()
  await endOtherSessions(tx, caller)
  const renewed = await tx
    .update(sessions)
    .set({ tokenHash: hashOf(token) })
    .where(eq(sessions.tokenHash, session.tokenHash))
    .returning({ tokenHash: sessions.tokenHash })
  if (renewed.length === 0) throw new AppError('unauthenticated', SIGN_IN.needed)
  return token
}

/** Signs the caller out. */
export async function endSession(db: Db, caller: Caller) {
  await db.delete(sessions).where(eq(sessions.tokenHash, sessionOf(caller).tokenHash))
}

/** Signs the caller out everywhere but here. */
export async function endOtherSessions(db: Db, caller: Caller) {
  const { tokenHash } = sessionOf(caller)
  await db.delete(sessions).where(and(eq(sessions.userId, caller.id), ne(sessions.tokenHash, tokenHash)))
}

/** Signs a user out everywhere. */
export async function endSessions(db: Db, userId: string) {
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

/** At most once a minute, however many calls come at once. */
async function noteUse(db: Db, tokenHash: string) {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastUsedAt, sql`now() - ${USE_NOTED_EVERY}`)))
}

/** Throws forbidden for a program with an API key. */
export const requireSignIn = (caller: Caller): void => void sessionOf(caller)

/** The session of a caller who signed in. Throws forbidden for a program with an API key. */
function sessionOf({ session }: Caller): Session {
  if (!session) throw new AppError('forbidden', SIGN_IN.notWithApiKey)
  return session
}

/** Throws sign_in_again, with that sentence, unless the caller signed in within the last 15 minutes. */
export function requireRecentSignIn(caller: Caller, sentence: string) {
  if (!sessionOf(caller).isRecent) throw new AppError('sign_in_again', sentence)
}
