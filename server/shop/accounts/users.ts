import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Credentials, NewAddress, ProfileUpdate, Registration, UserDetails } from '#contract/users.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { recordAuditEvent } from '#server/shop/audit-log/audit-log.ts'
import { queueAccountMail, queueNewAddress } from '#server/shop/notifications/queue.ts'
import { resetSignInCount } from '#server/shop/rate-limits/policies.ts'
import { apiKeys, isAccount, users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { deleteApiKeys } from './api-keys.ts'
import { takeEmailCode } from './email-codes.ts'
import { isOutdated } from './hash-worker.ts'
import { deleteMailedTokens } from './mailed-tokens.ts'
import { endOtherSignIns } from './other-sign-ins.ts'
import { hashPassword, isPasswordOf, randomPassword, requireUncommonPassword } from './passwords.ts'
import { isProvenAddress } from './proven-addresses.ts'
import { type Caller, endSessions, openSession, renewSession, requireSignIn, type SignInDevice } from './sessions.ts'
import { PROFILE, REGISTRATION, SIGN_IN } from './texts.ts'

type User = typeof users.$inferSelect
type UserFields = Pick<User, 'id' | 'name' | 'email' | 'isAdmin' | 'isPacker' | 'isApi' | 'isGuest'>

/** A user and the token of their new session. */
export type SignIn = { user: User; token: string }

/**
 * Creates a user and signs them in. Throws invalid_request for a common password, and registration_refused for every
 * reason about the address, such as one that is reserved.
 */
export async function register(
  db: Db,
  { name, email, password }: Registration,
  isReserved = false,
  device = '',
): Promise<SignIn> {
  await requireUncommonPassword(db, password)
  // Hashed before the address is looked up, so that both responses take equally long.
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = isReserved
      ? []
      : await tx.insert(users).values({ name, email, passwordHash }).onConflictDoNothing().returning()
    const token = user && (await openSession(tx, user, { device }))
    if (!token) throw new AppError('registration_refused', REGISTRATION.refused)
    return { user, token }
  })
}

/**
 * Signs a user in by email and password; `found` passes the user when it was just read, `isKnown` says that this
 * browser has signed in to the account before. Throws unauthenticated with the same message for every reason.
 */
export async function signIn(
  db: Db,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
  { found = userByEmail(db, email), isKnown = false }: { found?: Promise<User | undefined>; isKnown?: boolean } = {},
  device: SignInDevice = {},
): Promise<SignIn> {
  const user = await found
  const passwordHash = user?.passwordHash
  const isPasswordRight = await isPasswordOf(passwordHash, password, isKnown)
  if (!user || !passwordHash || !isPasswordRight) throw new AppError('unauthenticated', SIGN_IN.wrong)
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : undefined
  const token = await openSession(db, user, device)
  // The password changed or the user was deleted during the check: try again.
  if (!token) return signIn(db, { email, password }, {}, device)
  if (newHash) {
    const isSame = and(eq(users.id, user.id), eq(users.passwordHash, passwordHash))
    await db.update(users).set({ passwordHash: newHash }).where(isSame)
  }
  return { user: { ...user, passwordHash: newHash ?? passwordHash }, token }
}

/** A user's details, for themselves ("profile" or their id) or an admin. Throws not_found otherwise. */
export async function userForCaller(db: Db, key: string, caller: Caller): Promise<UserDetails> {
  const id = key.toLowerCase()
  if (id === 'profile' || id === caller.id) return toUserDetails(caller)
  // Keys never reach other people.
  if (!caller.isAdmin || !caller.session || !z.uuid().safeParse(id).success) throw notFound(NOT_FOUND.account)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!user) throw notFound(NOT_FOUND.account)
  return toUserDetails(user)
}

/** The new email address that a change asks for; undefined when it stays. */
export const newAddressOf = ({ email }: Caller, update: ProfileUpdate) =>
  update.email && update.email !== email ? update.email : undefined

/**
 * Throws sign_in_again without the caller's current password, password_wrong for another one, and forbidden for an API
 * key, when a change needs it: for a new email address or password. A session alone may have been stolen.
 */
export async function requireCurrentPassword(db: Db, caller: Caller, update: ProfileUpdate) {
  if (!update.password && !newAddressOf(caller, update)) return
  requireSignIn(caller)
  if (!update.currentPassword) throw new AppError('sign_in_again', PROFILE.signInAgain)
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, caller.id))
  if (!(await isPasswordOf(user?.passwordHash, update.currentPassword, true))) {
    const message = PROFILE.wrongPassword
    throw new AppError('password_wrong', message, { issues: [{ path: 'currentPassword', message }] })
  }
}

/**
 * Changes the caller's own account, after `requireCurrentPassword`; empty and omitted fields stay. A new password ends all
 * other sessions and reset links, queues a message and returns a new token; otherwise `token` stays valid. For a new
 * email address a code is mailed to it, and the present one is told and stays. Throws email_refused when it is taken.
 */
export async function changeProfile(db: Db, caller: Caller, token: string, update: ProfileUpdate): Promise<SignIn> {
  const newAddress = newAddressOf(caller, update)
  if (update.password) await requireUncommonPassword(db, update.password)
  const passwordHash = update.password ? await hashPassword(update.password) : undefined
  return db.transaction(async (tx) => {
    if (newAddress) await requireFreeAddress(tx, caller, newAddress)
    const user = await updateUser(tx, caller.id, { name: update.name || caller.name, passwordHash })
    const fresh = passwordHash && (await renewSession(tx, caller))
    if (passwordHash) {
      await deleteMailedTokens(tx, [caller.id], [caller.email])
      const keptKeys = await tx.$count(apiKeys, eq(apiKeys.userId, caller.id))
      await queueAccountMail(tx, 'password_changed', caller.email, { keptKeys })
    }
    if (newAddress) {
      await queueNewAddress(tx, caller.id, newAddress)
      await queueAccountMail(tx, 'address_changing', caller.email)
    }
    return { user, token: fresh || token }
  })
}

/**
 * Makes the new address that of the caller's account, by the code that was mailed to it; it counts as verified. Ends all
 * other sessions and reset links, tells the old address and returns a new token. Throws email_code_invalid, and
 * email_refused when somebody has taken the address meanwhile.
 */
export async function confirmNewAddress(db: Db, caller: Caller, { email, code }: NewAddress): Promise<SignIn> {
  requireSignIn(caller)
  return takeEmailCode(db, caller, { code, email }, async (tx) => {
    const isProven = await isProvenAddress(tx, caller.email)
    const user = await updateUser(tx, caller.id, { email, emailVerifiedAt: sql`now()` })
    const token = await renewSession(tx, caller)
    await deleteMailedTokens(tx, [caller.id], [caller.email])
    await queueAccountMail(tx, 'address_changed', caller.email, { isProven })
    return { user, token }
  })
}

async function requireFreeAddress(tx: Db, { id }: Caller, email: string) {
  const owner = await userByEmail(tx, email)
  if (owner && owner.id !== id) throw emailRefused()
}

/** Queues messages to the old email address, which may have been proven, and to the new one. */
export async function queueAddressChangeMails(tx: Db, before: { to: string; isProven: boolean }, now: string) {
  await queueAccountMail(tx, 'address_changed', before.to, { isProven: before.isProven })
  await queueAccountMail(tx, 'address_set', now)
}

/** Sets a random password, returns it and ends the user's sessions. Throws not_found. */
export async function resetPassword(db: Db, email: string) {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const user = await userByEmail(tx, email)
    if (!user) throw notFound(NOT_FOUND.email)
    await setPassword(tx, user, passwordHash)
    await recordAuditEvent(tx, { kind: 'password_reset', userId: user.id })
    return password
  })
}

/** Sets a password, ends the user's sessions, passkeys, keys and reset links, and queues a message to them. */
export async function setPassword(tx: Db, { id, email }: Pick<UserFields, 'id' | 'email'>, passwordHash: string) {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
  await endSessions(tx, id)
  await endOtherSignIns(tx, id)
  await deleteMailedTokens(tx, [id], [email])
  await resetSignInCount(tx, email)
  const endedKeys = await deleteApiKeys(tx, id)
  await queueAccountMail(tx, 'password_changed', email, { endedKeys })
}

/** The user with an account with this email address, in any case; undefined when there is none. */
export async function userByEmail(db: Db, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isAccount(users)))
  return user
}

async function updateUser(tx: Db, id: string, change: PgUpdateSetSource<typeof users>) {
  const [user] = await tx
    .update(users)
    .set(change)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailRefused() : error
    })
  if (!user) throw new AppError('unauthenticated', SIGN_IN.needed)
  return user
}

const emailRefused = () => new AppError('email_refused', PROFILE.emailRefused)

/** A user in the terms of the API. */
export const toUserDetails = ({ id, name, email, isAdmin, isPacker, isApi, isGuest }: UserFields): UserDetails => ({
  _id: id,
  name,
  email,
  isAdmin,
  isAPI: isApi,
  ...(isPacker && { isPacker }),
  ...(isGuest && { isGuest }),
})
