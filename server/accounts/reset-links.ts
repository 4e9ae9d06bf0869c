import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { passwordResets, users } from '../db/schema.ts'
import { isStillQueued, unqueueResets } from '../mail/outbox.ts'
import { hashOf, newToken } from './tokens.ts'

// Whoever changes the links of an account holds the lock on the account's row first, then those on its messages, then
// those on its links.

/**
 * A token that sets a new password for the account of that address, made when its message is about to be sent, and the
 * account's own spelling of the address. Null when there is no such account, or the message has been overtaken by a
 * newer one or by a change of the password.
 */
export const freshReset = (db: Db, messageId: number, email: string) =>
  db.transaction(async (tx) => {
    const hasAddress = and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt))
    const [user] = await tx.select().from(users).where(hasAddress).for('no key update')
    if (!user || !(await isStillQueued(tx, messageId))) return null
    const ofUser = eq(passwordResets.userId, user.id)
    const newer = await tx.$count(passwordResets, and(ofUser, gt(passwordResets.messageId, messageId)))
    if (newer > 0) return null
    const token = newToken()
    await tx.delete(passwordResets).where(and(ofUser, lt(passwordResets.messageId, messageId)))
    await tx.insert(passwordResets).values({ tokenHash: hashOf(token), userId: user.id, messageId })
    return { to: user.email, token }
  })

/** Whose password the token can set now; undefined when it is used, too old, or none. */
export async function userOfReset(db: Db, token: string) {
  const [found] = await db
    .select({ id: users.id })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.tokenHash, hashOf(token)),
        sql`${passwordResets.createdAt} > now() - interval '30 minutes'`,
        isNull(users.deletedAt),
      ),
    )
  return found?.id
}

/** Ends every link of an account, sent or only asked for. The caller's transaction holds the lock on the account. */
export async function endResets(tx: Db, userId: string, email: string) {
  await unqueueResets(tx, email)
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
}
