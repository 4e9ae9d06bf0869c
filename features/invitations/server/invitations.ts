import { and, count, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import { hashPassword, requireUncommonPassword } from '#server/shop/accounts/passwords.ts'
import { type Caller, openSession, renewSession } from '#server/shop/accounts/sessions.ts'
import { hashToken, newToken } from '#server/shop/accounts/tokens.ts'
import { type SignIn, userByEmail } from '#server/shop/accounts/users.ts'
import { users } from '#server/shop/schema/users.ts'
import type { Invitation, InvitedAccount, NewInvitation, OpenedInvitation } from '../contract.ts'
import { invitations } from '../schema.ts'
import { INVITATIONS } from './texts.ts'

const DAYS = 7
const LIFETIME = sql`${`${DAYS} days`}::interval`
const DAY_MS = 86_400_000
const MOST_INVITATIONS = 50

/** The kind of the message. Its key is made when it is sent. */
export const INVITATION_MAIL = 'invitation'

const isInTime = gt(invitations.createdAt, sql`now() - ${LIFETIME}`)

/** Lists the invitations that wait for an answer, newest first. */
export async function openInvitations(db: Db): Promise<Invitation[]> {
  const rows = await db.select().from(invitations).where(isInTime).orderBy(desc(invitations.createdAt))
  return rows.map(toInvitation)
}

/**
 * Invites somebody, in the place of an earlier invitation of the address, and queues the message. An address is granted
 * nothing by it. Throws too_many_keys at fifty that wait.
 */
export function invite(db: Db, { email, role }: NewInvitation, { id: invitedBy }: Caller): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const [waiting] = await tx.select({ invitations: count() }).from(invitations).where(isInTime)
    if (waiting && waiting.invitations >= MOST_INVITATIONS)
      throw new AppError('too_many_keys', INVITATIONS.tooMany(MOST_INVITATIONS))
    await tx.delete(invitations).where(hasAddress(email))
    const invitation = onlyRow(await tx.insert(invitations).values({ email, role, invitedBy }).returning())
    const payload = { invitationId: invitation.id }
    await queueMails(tx, [{ kind: INVITATION_MAIL, dedupeKey: uniqueKey(INVITATION_MAIL), payload }])
    return toInvitation(invitation)
  })
}

/** SQL condition: the invitation is to this address, in any case. */
export const hasAddress = (email: string) => sql`lower(${invitations.email}) = lower(${email})`

/** Revokes an invitation, also one whose message waits to be sent. Throws not_found. */
export async function revokeInvitation(db: Db, id: string) {
  const revokedRows = await db.delete(invitations).where(eq(invitations.id, id)).returning({ id: invitations.id })
  if (revokedRows.length === 0) throw notFound(INVITATIONS.linkGone)
}

/** Makes a key for the message of an invitation; returns it with the invitation. Null when it is over or revoked. */
export async function keyForMail(db: Db, id: string) {
  const key = newToken()
  const [invitation] = await db
    .update(invitations)
    .set({ keyHashes: sql`array_append(${invitations.keyHashes}, ${hashToken(key)})` })
    .where(and(eq(invitations.id, id), isValid))
    .returning()
  return invitation ? { key, invitation } : null
}

/** SQL condition: the invitation is in time, and who invited is still an admin. */
const isValid = and(
  isInTime,
  sql`exists (select from ${users} where ${and(eq(users.id, invitations.invitedBy), eq(users.isAdmin, true), isNull(users.deletedAt))})`,
)

const hasKey = (key: string) => and(sql`${hashToken(key)} = any(${invitations.keyHashes})`, isValid)

/** What the link with this key is for. Throws link_gone. */
export async function openedInvitation(db: Db, key: string): Promise<OpenedInvitation> {
  const [invitation] = await db.select().from(invitations).where(hasKey(key))
  if (!invitation) throw linkGone()
  const { email, role } = invitation
  return { email, role, hasAccount: (await userByEmail(db, email)) !== undefined }
}

/**
 * Accepts an invitation with a new account, which is signed in; the link proves its address. Of calls with one key one
 * succeeds. Throws link_gone, registration_refused when the address has an account, and invalid_request for a common
 * password.
 */
export async function createInvitedAccount(
  db: Db,
  { key, name, password }: InvitedAccount,
  device: string,
): Promise<SignIn> {
  // Before the password is hashed, which takes long.
  if ((await openedInvitation(db, key)).hasAccount) throw hasAccount()
  await requireUncommonPassword(db, password)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const { email, role } = await redeem(tx, key)
    const [user] = await tx
      .insert(users)
      .values({ name, email, passwordHash, emailVerifiedAt: sql`now()`, ...rightsOf(role) })
      .onConflictDoNothing()
      .returning()
    const token = user && (await openSession(tx, user, { device }))
    if (!token) throw hasAccount()
    return { user, token }
  })
}

/**
 * Accepts an invitation for the caller's account, if it has the address of the invitation. Ends the caller's other
 * sessions and returns a new token. An admin stays one. Throws link_gone, and forbidden for another address.
 */
export async function acceptInvitation(db: Db, key: string, caller: Caller): Promise<SignIn> {
  return db.transaction(async (tx) => {
    const { email, role } = await redeem(tx, key)
    if (email.toLowerCase() !== caller.email.toLowerCase())
      throw new AppError('forbidden', INVITATIONS.otherAddress(email))
    const rights = caller.isAdmin ? {} : rightsOf(role)
    const [user] = await tx
      .update(users)
      .set({ ...rights, emailVerifiedAt: sql`now()` })
      .where(and(eq(users.id, caller.id), isNull(users.deletedAt), sql`lower(${users.email}) = lower(${email})`))
      .returning()
    if (!user) throw linkGone()
    return { user, token: await renewSession(tx, caller) }
  })
}

const rightsOf = (role: NewInvitation['role']) => ({ isAdmin: role === 'admin', isPacker: role === 'packer' })

/** Deletes the invitation of a key and returns it, so that the link works once. Throws link_gone. */
async function redeem(tx: Db, key: string) {
  const [invitation] = await tx.delete(invitations).where(hasKey(key)).returning()
  if (!invitation) throw linkGone()
  return invitation
}

const hasAccount = () => new AppError('registration_refused', INVITATIONS.hasAccount)

const linkGone = () => new AppError('link_gone', INVITATIONS.linkGone)

/** Deletes invitations that are over. */
export const deleteOldInvitations = (db: Db) =>
  db.delete(invitations).where(lte(invitations.createdAt, sql`now() - ${LIFETIME}`))

const toInvitation = ({ id, email, role, createdAt }: typeof invitations.$inferSelect): Invitation => ({
  _id: id,
  email,
  role,
  createdAt: createdAt.toISOString(),
  expiresAt: new Date(createdAt.getTime() + DAYS * DAY_MS).toISOString(),
})
