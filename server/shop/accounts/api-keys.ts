import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { ApiKey, CreatedApiKey, HeldRight, NewApiKey } from '#contract/api-keys.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { apiKeys, users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { type Caller, callerColumns } from './sessions.ts'
import { API_KEYS, SIGN_IN } from './texts.ts'
import { hashToken, newToken } from './tokens.ts'

/** The prefix of every key, by which people and secret scanners recognize one. */
const KEY_PREFIX = 'boutique_'
const SHOWN_LENGTH = KEY_PREFIX.length + 6
const MOST_KEYS = 20
const USE_RECORDED_EVERY = sql`interval '1 minute'`

/** Whether a bearer token has the form of an API key. */
export const isApiKey = (token: string) => token.startsWith(KEY_PREFIX)

/** SQL condition on a key and its user: it has not expired, and its user may use keys. */
const WORKS = and(gt(apiKeys.expiresAt, sql`now()`), eq(users.isApi, true), isNull(users.deletedAt))

/**
 * The caller that an API key belongs to, without a session. Null when the key is unknown, revoked or has
 * expired, or the user is deleted or may no longer use keys.
 */
export async function callerByApiKey(db: Db, key: string): Promise<Caller | null> {
  const isUseUnrecorded = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - ${USE_RECORDED_EVERY}`))
  const [keyRow] = await db
    .select({
      user: callerColumns,
      key: { id: apiKeys.id, name: apiKeys.name, scopes: apiKeys.scopes, rights: apiKeys.rights },
      isUnnoted: sql<boolean>`${isUseUnrecorded}`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, hashToken(key)), WORKS))
  if (!keyRow) return null
  const { id, name } = keyRow.key
  if (keyRow.isUnnoted)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), isUseUnrecorded))
  return { ...keyRow.user, session: null, key: { id, name, rights: heldRights(keyRow.key) } }
}

/** Whether there is an API key that works. */
export async function hasApiKeys(db: Db): Promise<boolean> {
  const keys = db.select({ id: apiKeys.id }).from(apiKeys).innerJoin(users, eq(users.id, apiKeys.userId))
  return (await keys.where(WORKS).limit(1)).length > 0
}

type KeyRow = typeof apiKeys.$inferSelect

const RIGHTS_OF_SCOPES: Record<KeyRow['scopes'][number], HeldRight[]> = {
  read: ['read'],
  catalog: ['write_catalog'],
  orders: ['orders', 'payments'],
}

/** The rights of a key; of one that was made before there were rights, those of its scopes. */
const heldRights = ({ rights, scopes }: Pick<KeyRow, 'rights' | 'scopes'>): HeldRight[] =>
  rights ?? scopes.flatMap((scope) => RIGHTS_OF_SCOPES[scope])

/** Lists a user's keys, newest first. */
export async function apiKeysOf(db: Db, userId: string): Promise<ApiKey[]> {
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.id))
  return rows.map(toApiKey)
}

/**
 * Creates a key and returns it, only this once; the database stores its hash. Throws forbidden for a user who may not
 * have keys, unauthenticated when the user was deleted meanwhile, and too_many_keys at twenty.
 */
export async function createApiKey(db: Db, caller: Caller, { name, rights, days }: NewApiKey): Promise<CreatedApiKey> {
  if (!caller.isApi) throw new AppError('forbidden', API_KEYS.notAllowed)
  const key = KEY_PREFIX + newToken()
  return db.transaction(async (tx) => {
    // The row lock makes concurrent calls run one after the other, so that they cannot exceed the limit.
    const isThere = and(eq(users.id, caller.id), isNull(users.deletedAt))
    const [owner] = await tx.select({ id: users.id }).from(users).where(isThere).for('no key update')
    if (!owner) throw new AppError('unauthenticated', SIGN_IN.needed)
    const [existing] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.userId, caller.id))
    if (existing && existing.keys >= MOST_KEYS) throw new AppError('too_many_keys', API_KEYS.tooMany(MOST_KEYS))
    const newKey = {
      ...{ userId: caller.id, name, prefix: key.slice(0, SHOWN_LENGTH), keyHash: hashToken(key) },
      // Without scopes: a process of the version before would let a key with some rights do too much.
      ...{ rights, scopes: [], expiresAt: sql`now() + ${`${days} days`}::interval` },
    }
    return { ...toApiKey(onlyRow(await tx.insert(apiKeys).values(newKey).returning())), key }
  })
}

/** Deletes all keys of these users and returns how many there were. */
export async function deleteApiKeys(tx: Db, ...userIds: string[]) {
  const deletedKeys = await tx.delete(apiKeys).where(inArray(apiKeys.userId, userIds)).returning({ id: apiKeys.id })
  return deletedKeys.length
}

/** Deletes one key of the user. Throws not_found. */
export async function revokeApiKey(db: Db, userId: string, id: string) {
  const deletedKeys = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .returning({ id: apiKeys.id })
  if (deletedKeys.length === 0) throw notFound(NOT_FOUND.apiKey)
}

const toApiKey = ({ id, name, prefix, createdAt, expiresAt, lastUsedAt, ...row }: KeyRow): ApiKey => ({
  _id: id,
  name,
  prefix,
  rights: heldRights(row),
  expiresAt: expiresAt.toISOString(),
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
