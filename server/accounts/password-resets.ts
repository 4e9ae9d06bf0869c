import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { queueReset } from '../mail/outbox.ts'
import { PASSWORDS } from '../texts/accounts.ts'
import { hashPassword, requireUncommon } from './passwords.ts'
import { userOfReset } from './reset-links.ts'
import { setPassword } from './users.ts'

/**
 * Has a link for a new password sent to the account of that address. Whether there is one is found out later, by whoever
 * sends it: neither the answer nor its time can tell.
 */
export const askForReset = (db: Db, email: string) => queueReset(db, email)

/** Throws reset_invalid unless the token can set a password now. It can afterwards as before. */
export async function requireReset(db: Db, token: string) {
  const userId = await userOfReset(db, token)
  if (!userId) throw invalid()
  return userId
}

/**
 * Sets the password of the token's account. That ends the token, every other one, and all of its sessions, and its owner
 * is told by mail. Throws reset_invalid, or invalid_request for a common password, after which the token is still good.
 */
export async function resetByToken(db: Db, token: string, password: string) {
  const userId = await requireReset(db, token)
  await requireUncommon(db, password)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    // Of two who use it at once, the second sees here that it is gone.
    if (!user || (await userOfReset(tx, token)) !== userId) throw invalid()
    await setPassword(tx, user, passwordHash)
  })
}

const invalid = () => new AppError('reset_invalid', PASSWORDS.linkInvalid)
