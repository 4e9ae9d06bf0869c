import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Caller, openSession, type SignInDevice } from '#server/shop/accounts/sessions.ts'
import type { SignIn } from '#server/shop/accounts/users.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import type { CredentialOptions, NewPasskey, Passkey, PasskeySignIn } from '../contract.ts'
import { passkeys } from '../schema.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { PASSKEYS } from './texts.ts'

const MOST_PASSKEYS = 10

/** ES256, Ed25519 and RS256, by their numbers in COSE: every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257]

/** A process loads the library when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/server')

type Library = Awaited<ReturnType<typeof library>>

/** Where the passkeys of a shop are valid: its own origin alone. */
const placeOf = (shopUrl: string) => ({ origin: new URL(shopUrl).origin, host: new URL(shopUrl).hostname })

/** Lists a user's passkeys, newest first. */
export async function passkeysOf(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id))
  return rows.map(toPasskey)
}

/** What the browser needs to make a passkey that names its user by itself. Throws forbidden for shoppers. */
export async function optionsToAdd(db: Db, caller: Caller, shopUrl: string): Promise<CredentialOptions> {
  if (!isStaff(caller)) throw new AppError('forbidden', PASSKEYS.forStaff)
  const { name } = await shopSettings(db)
  const knownPasskeys = await db.select().from(passkeys).where(eq(passkeys.userId, caller.id))
  if (knownPasskeys.length >= MOST_PASSKEYS) throw new AppError('too_many_keys', PASSKEYS.tooMany(MOST_PASSKEYS))
  const challenge = await newChallenge(db, caller.id)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: placeOf(shopUrl).host,
    userID: handleOf(caller.id),
    userName: caller.email,
    userDisplayName: caller.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: knownPasskeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** Adds a passkey that answers a challenge of the caller's. Throws passkey_refused, and too_many_keys at ten. */
export async function addPasskey(db: Db, caller: Caller, { name, credential }: NewPasskey, shopUrl: string) {
  if (!isStaff(caller)) throw new AppError('forbidden', PASSKEYS.forStaff)
  const { origin, host } = placeOf(shopUrl)
  const { verifyRegistrationResponse } = await library()
  const verification = await verifyRegistrationResponse({
    response: credential as Parameters<Library['verifyRegistrationResponse']>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(db, challenge, caller.id),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verification?.verified) throw new AppError('passkey_refused', PASSKEYS.notAdded)
  const { id: credentialId, publicKey, counter } = verification.registrationInfo.credential
  return db.transaction(async (tx) => {
    // The row lock makes concurrent calls run one after the other, so that they cannot exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.id)).for('no key update')
    if ((await tx.$count(passkeys, eq(passkeys.userId, caller.id))) >= MOST_PASSKEYS)
      throw new AppError('too_many_keys', PASSKEYS.tooMany(MOST_PASSKEYS))
    const transports = credential.response.transports ?? []
    const values = { userId: caller.id, credentialId, publicKey: Buffer.from(publicKey), counter, transports, name }
    const [passkey] = await tx.insert(passkeys).values(values).onConflictDoNothing().returning()
    if (!passkey) throw new AppError('passkey_refused', PASSKEYS.notAdded)
    return toPasskey(passkey)
  })
}

/** Removes one of the user's passkeys. Throws not_found. */
export async function removePasskey(db: Db, userId: string, id: string) {
  const removedRows = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (removedRows.length === 0) throw notFound(PASSKEYS.notFound)
}

/** Removes all passkeys of these users, as a new password of a recovery does. */
export async function removePasskeysOf(tx: Db, userIds: string[]) {
  await tx.delete(passkeys).where(inArray(passkeys.userId, userIds))
}

/** What the browser needs to sign in with any passkey that it has for the shop. It names no account. */
export async function optionsToSignIn(db: Db, shopUrl: string): Promise<CredentialOptions> {
  const { generateAuthenticationOptions } = await library()
  const challenge = bytesOf(await newChallenge(db))
  const rpID = placeOf(shopUrl).host
  return { ...(await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })) }
}

/**
 * Signs in with a passkey. Throws unauthenticated with the same message for every reason: an unknown passkey, one of
 * somebody else, a wrong signature, a challenge that was answered before, or a counter that went back.
 */
export async function signInWithPasskey(
  db: Db,
  { credential }: PasskeySignIn,
  shopUrl: string,
  device: SignInDevice,
): Promise<SignIn> {
  const [row] = await db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credential.id), isNull(users.deletedAt)))
  if (!row || credential.response.userHandle !== encodedHandleOf(row.user.id)) throw notKnown()
  const { passkey, user } = row
  const { origin, host } = placeOf(shopUrl)
  const { verifyAuthenticationResponse } = await library()
  const verification = await verifyAuthenticationResponse({
    response: credential as Parameters<Library['verifyAuthenticationResponse']>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(db, challenge, null),
    expectedOrigin: origin,
    expectedRPID: host,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verification?.verified) throw notKnown()
  const { newCounter } = verification.authenticationInfo
  return db.transaction(async (tx) => {
    const isUnchanged = and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter))
    const usedRows = await tx
      .update(passkeys)
      .set({ counter: newCounter, lastUsedAt: sql`now()` })
      .where(isUnchanged)
      .returning({ id: passkeys.id })
    const token = usedRows.length === 1 && (await openSession(tx, user, device))
    if (!token) throw notKnown()
    return { user, token }
  })
}

const notKnown = () => new AppError('unauthenticated', PASSKEYS.notKnown)

/** By which an authenticator names the account: its id. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId))
const encodedHandleOf = (userId: string) => Buffer.from(userId).toString('base64url')

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'))

const toPasskey = ({ id, name, createdAt, lastUsedAt }: typeof passkeys.$inferSelect): Passkey => ({
  ...{ _id: id, name },
  ...{ createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null },
})
