import { eq } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueResetLink } from '#server/shop/notifications/queue.ts'
import { users } from '#server/shop/schema/users.ts'
import { hashPassword, requireUncommonPassword } from './passwords.ts'
import { userByResetToken } from './reset-links.ts'
import { PASSWORDS } from './texts.ts'
import { setPassword } from './users.ts'

/**
 * Queues a reset link for the email address. The mail job looks up the user later, so that neither the response nor its
 * time reveals whether the address has an account.
 */
export const requestReset = (db: Db, email: string) => queueResetLink(db, email)

/** The id of the user whose password the token can set; the token stays valid. Throws reset_invalid. */
export async function requireValidReset(db: Db, token: string) {
  const userId = await userByResetToken(db, token)
  if (!userId) throw invalid()
  return userId
}

/**
 * Sets the password of the token's user, whose id it returns, ends all of their sessions and reset links, and queues a message to them.
 * Throws reset_invalid, or invalid_request for a common password, after which the token is still valid.
 */
export async function resetPasswordByToken(db: Db, token: string, password: string) {
  const userId = await requireValidReset(db, token)
  await requireUncommonPassword(db, password)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    // Of two concurrent uses, the second finds here that the token is used.
    if (!user || (await userByResetToken(tx, token)) !== userId) throw invalid()
    await setPassword(tx, user, passwordHash)
  })
  return userId
}

const invalid = () => new AppError('reset_invalid', PASSWORDS.linkInvalid)
