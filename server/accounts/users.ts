import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Credentials, ProfileUpdate, Registration, UserDetails } from '#contract/users.ts'
import type { Db } from '../db/client.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { apiKeys, users } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { queueAccountMail } from '../mail/outbox.ts'
import { resetSignInCount } from '../rate-limits/rate-limits.ts'
import { PROFILE, REGISTRATION, SIGN_IN } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { endKeys } from './api-keys.ts'
import { isOutdated } from './hash-worker.ts'
import { hashPassword, isPasswordOf, randomPassword, requireUncommon } from './passwords.ts'
import { endResets } from './reset-links.ts'
import { type Caller, endSessions, openSession, renewSession, requireRecentSignIn } from './sessions.ts'

type User = typeof users.$inferSelect
type Account = Pick<User, 'id' | 'name' | 'email' | 'isAdmin' | 'isApi'>

/** An account as it is now, and the token of a session of it. */
export type SignIn = { user: User; token: string }

/** Opens an account and signs it in. Throws registration_refused for every reason about the address. */
export async function register(db: Db, { name, email, password }: Registration): Promise<SignIn> {
  await requireUncommon(db, password)
  // Hashed before anybody looks whether the address is taken, so that both answers take as long.
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ name, email, passwordHash }).onConflictDoNothing().returning()
    const token = user && (await openSession(tx, user))
    if (!token) throw new AppError('registration_refused', REGISTRATION.refused)
    return { user, token }
  })
}

/**
 * Signs an account in; `found` is the account of that address where it has just been read. Throws unauthenticated with
 * one sentence for every reason.
 */
export async function signIn(
  db: Db,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
  found: Promise<User | undefined> = userByEmail(db, email),
): Promise<SignIn> {
  const user = await found
  const isRight = await isPasswordOf(user?.passwordHash, password)
  if (!user || !isRight) throw new AppError('unauthenticated', SIGN_IN.wrong)
  const { passwordHash } = user
  const renewed = isOutdated(passwordHash) ? await hashPassword(password) : undefined
  const token = await openSession(db, user)
  // The password has changed, or the account has gone, while it was being checked: look again.
  if (!token) return signIn(db, { email, password })
  if (renewed) {
    const isSame = and(eq(users.id, user.id), eq(users.passwordHash, passwordHash))
    await db.update(users).set({ passwordHash: renewed }).where(isSame)
  }
  return { user: { ...user, passwordHash: renewed ?? passwordHash }, token }
}

/** An account as the caller may see it: their own, or anybody's for an admin. Throws not_found otherwise. */
export async function userFor(db: Db, key: string, caller: Caller): Promise<UserDetails> {
  const id = key.toLowerCase()
  if (id === 'profile' || id === caller.id) return toDetails(caller)
  if (!caller.isAdmin || !z.uuid().safeParse(id).success) throw notFound(NOT_FOUND.account)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!user) throw notFound(NOT_FOUND.account)
  return toDetails(user)
}

/**
 * Changes the caller's account; what is empty or left out stays. A new address or password ends all other sessions and
 * links, is told to the owner by mail, and answers a fresh token, else `token` stays good. Throws sign_in_again when the sign-in is older than 15 minutes, and
 * email_refused for every reason about the address.
 */
export async function changeProfile(db: Db, caller: Caller, token: string, update: ProfileUpdate): Promise<SignIn> {
  const name = update.name || caller.name
  const email = update.email || caller.email
  const isSensitive = email !== caller.email || Boolean(update.password)
  if (isSensitive) requireRecentSignIn(caller, PROFILE.signInAgain)
  if (update.password) await requireUncommon(db, update.password)
  const passwordHash = update.password ? await hashPassword(update.password) : undefined
  return db.transaction(async (tx) => {
    const user = await updateUser(tx, caller.id, { name, email, passwordHash })
    if (!isSensitive) return { user, token }
    const fresh = await renewSession(tx, caller)
    await endResets(tx, caller.id, caller.email)
    const keptKeys = await tx.$count(apiKeys, eq(apiKeys.userId, caller.id))
    if (passwordHash) await queueAccountMail(tx, 'password_changed', caller.email, { keptKeys })
    if (email !== caller.email) await tellBothAddresses(tx, caller.email, email)
    return { user, token: fresh }
  })
}

/** Has the owner of an account told that its address is another now, where it was and where it is. */
export async function tellBothAddresses(tx: Db, before: string, now: string) {
  await queueAccountMail(tx, 'address_changed', before)
  await queueAccountMail(tx, 'address_set', now)
}

/** Gives an account a new random password, which comes back, and ends its sessions. Throws not_found. */
export async function resetPassword(db: Db, email: string) {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const user = await userByEmail(tx, email)
    if (!user) throw notFound(NOT_FOUND.email)
    await setPassword(tx, user, passwordHash)
    return password
  })
}

/** Gives an account a new password, ends its sessions, keys and reset links, and has its owner told by mail. */
export async function setPassword(tx: Db, { id, email }: Pick<Account, 'id' | 'email'>, passwordHash: string) {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
  await endSessions(tx, id)
  await endResets(tx, id, email)
  await resetSignInCount(tx, email)
  const endedKeys = await endKeys(tx, id)
  await queueAccountMail(tx, 'password_changed', email, { endedKeys })
}

/** The account of an address, whatever its case; undefined when there is none. */
export async function userByEmail(db: Db, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt)))
  return user
}

type Change = { name: string; email: string; passwordHash: string | undefined }

async function updateUser(tx: Db, id: string, change: Change) {
  const [user] = await tx
    .update(users)
    .set(change)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('email_refused', PROFILE.emailRefused) : error
    })
  if (!user) throw new AppError('unauthenticated', SIGN_IN.needed)
  return user
}

/** An account as its owner and admins see it. */
export const toDetails = ({ id, name, email, isAdmin, isApi }: Account): UserDetails => ({
  _id: id,
  name,
  email,
  isAdmin,
  isAPI: isApi,
})
