import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { ApiKey, CreatedApiKey } from '#contract/api-keys.ts'
import type { Db } from '../db/client.ts'
import { apiKeys, users } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { API_KEYS, SIGN_IN } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { type Caller, toCaller } from './sessions.ts'
import { hashOf, newToken } from './tokens.ts'

/** How every key begins, so that people and secret scanners know one. */
const MARK = 'boutique_'
const PREFIX_LENGTH = MARK.length + 6
const MOST_KEYS = 20
const USE_NOTED_EVERY = sql`interval '1 minute'`

export const isApiKey = (token: string) => token.startsWith(MARK)

/**
 * The account that a key stands for, with its rights and no sign-in; null when the key is unknown or revoked, or the
 * account is gone or not for programs any more.
 */
export async function keyHolder(db: Db, key: string): Promise<Caller | null> {
  const unnoted = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - ${USE_NOTED_EVERY}`))
  const [found] = await db
    .select({ user: users, keyId: apiKeys.id, isUnnoted: sql<boolean>`${unnoted}` })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, hashOf(key)), eq(users.isApi, true), isNull(users.deletedAt)))
  if (!found) return null
  if (found.isUnnoted)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.id, found.keyId), unnoted))
  return toCaller(found.user, null)
}

/** The caller's keys, newest first. */
export async function apiKeysOf(db: Db, userId: string): Promise<ApiKey[]> {
  const kept = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.id))
  return kept.map(toApiKey)
}

/**
 * Makes a key, which is told this once; only its hash is kept. Throws forbidden for an account that is not for
 * programs, unauthenticated when the account has gone meanwhile,
 * and too_many_keys at twenty.
 */
export async function createApiKey(db: Db, caller: Caller, name: string): Promise<CreatedApiKey> {
  if (!caller.isApi) throw new AppError('forbidden', API_KEYS.notAllowed)
  const key = MARK + newToken()
  return db.transaction(async (tx) => {
    // One at a time for each account, or many at once would make more than there may be.
    const isThere = and(eq(users.id, caller.id), isNull(users.deletedAt))
    const [owner] = await tx.select({ id: users.id }).from(users).where(isThere).for('no key update')
    if (!owner) throw new AppError('unauthenticated', SIGN_IN.needed)
    const [kept] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.userId, caller.id))
    if (kept && kept.keys >= MOST_KEYS) throw new AppError('too_many_keys', API_KEYS.tooMany(MOST_KEYS))
    const wanted = { userId: caller.id, name, prefix: key.slice(0, PREFIX_LENGTH), keyHash: hashOf(key) }
    const [made] = await tx.insert(apiKeys).values(wanted).returning()
    if (!made) throw new Error('The key was not kept.')
    return { ...toApiKey(made), key }
  })
}

/** Ends every key of an account, and answers how many there were. */
export async function endKeys(tx: Db, userId: string) {
  const ended = await tx.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ id: apiKeys.id })
  return ended.length
}

/** Ends a key of the caller's at once. Throws not_found. */
export async function revokeApiKey(db: Db, userId: string, id: string) {
  const revoked = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .returning({ id: apiKeys.id })
  if (revoked.length === 0) throw notFound(NOT_FOUND.apiKey)
}

const toApiKey = ({ id, name, prefix, createdAt, lastUsedAt }: typeof apiKeys.$inferSelect): ApiKey => ({
  _id: id,
  name,
  prefix,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
