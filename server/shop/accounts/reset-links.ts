import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isAccount, mailedTokens, users } from '#server/shop/schema/users.ts'
import { isNewest, tokensOf } from './mailed-tokens.ts'
import { hashToken, newToken } from './tokens.ts'

/**
 * Creates a reset token when its message is about to be sent; returns it with the email address as the user spells it.
 * Null when no user has the address, or a newer message or password change overtook this one.
 */
export const createResetToken = (db: Db, messageId: number, email: string) =>
  db.transaction(async (tx) => {
    const hasAddress = and(sql`lower(${users.email}) = lower(${email})`, isAccount(users))
    const [user] = await tx.select().from(users).where(hasAddress).for('no key update')
    if (!user) return null
    const ofUser = tokensOf(user.id, 'reset')
    if (!(await isNewest(tx, messageId, ofUser))) return null
    const token = newToken()
    await tx.delete(mailedTokens).where(and(ofUser, lt(mailedTokens.messageId, messageId)))
    await tx.insert(mailedTokens).values({ tokenHash: hashToken(token), purpose: 'reset', userId: user.id, messageId })
    return { to: user.email, token }
  })

/** The id of the user whose password the token can set; undefined for a token that is used, expired or unknown. */
export async function userByResetToken(db: Db, token: string) {
  const [tokenOwner] = await db
    .select({ id: users.id })
    .from(mailedTokens)
    .innerJoin(users, eq(users.id, mailedTokens.userId))
    .where(
      and(
        eq(mailedTokens.tokenHash, hashToken(token)),
        eq(mailedTokens.purpose, 'reset'),
        sql`${mailedTokens.createdAt} > now() - interval '30 minutes'`,
        isNull(users.deletedAt),
      ),
    )
  return tokenOwner?.id
}
