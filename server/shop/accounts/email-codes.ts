// Codes of six digits, mailed to the address of an account: whoever enters one reads the mail of that address. A code,
// not a link, because programs that check mail open links.
import { randomInt } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { signatureOf } from '#server/platform/lib/signatures.ts'
import { isAccount, mailedTokens, users } from '#server/shop/schema/users.ts'
import { isNewest, tokensOf } from './mailed-tokens.ts'
import type { Caller } from './sessions.ts'
import { EMAIL_CODES } from './texts.ts'

const DIGITS = 6
const MOST_TRIES = 5

/**
 * Creates a code when its message is about to be sent, in the place of older ones; returns it with the address of the
 * user, or with the new one that it is to confirm. Null when the user is gone, or a newer message overtook this one.
 */
export const createEmailCode = (db: Db, messageId: number, userId: string, newAddress?: string) =>
  db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isAccount(users)))
      .for('no key update')
    const ofUser = codesOf(userId)
    if (!user || !(await isNewest(tx, messageId, ofUser))) return null
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    await tx.delete(mailedTokens).where(ofUser)
    await tx
      .insert(mailedTokens)
      .values({ tokenHash: await codeHash(tx, userId, code, newAddress), purpose: 'claim', userId, messageId })
    return { to: newAddress ?? user.email, code }
  })

/** A code that somebody entered, and the new address that it is to confirm. */
type EnteredCode = { code: string; email?: string }

/**
 * Does the work in the transaction that uses up the caller's code. A wrong one counts, and after five tries none is
 * right. Throws email_code_invalid.
 */
export async function takeEmailCode<T>(
  db: Db,
  { id }: Caller,
  { code, email }: EnteredCode,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const isOpen = and(
    codesOf(id),
    lt(mailedTokens.wrongTries, MOST_TRIES),
    sql`${mailedTokens.createdAt} > now() - interval '15 minutes'`,
  )
  // Counts before it compares, and outside the transaction: tries at once count one by one, and no rollback undoes it.
  const countedTry = await db
    .update(mailedTokens)
    .set({ wrongTries: sql`${mailedTokens.wrongTries} + 1` })
    .where(isOpen)
    .returning({ tokenHash: mailedTokens.tokenHash })
  const tokenHash = await codeHash(db, id, code, email)
  if (!countedTry.some((open) => open.tokenHash === tokenHash)) throw invalid()
  return db.transaction(async (tx) => {
    const usedCode = await tx
      .delete(mailedTokens)
      .where(and(codesOf(id), eq(mailedTokens.tokenHash, tokenHash)))
      .returning()
    if (usedCode.length === 0) throw invalid()
    return work(tx)
  })
}

const codesOf = (userId: string) => tokensOf(userId, 'claim')

/** A keyed hash: six digits alone could be found by trying them all. A code confirms no address but its own. */
const codeHash = async (db: Db, userId: string, code: string, newAddress = '') =>
  signatureOf(await sharedSecret(db, 'email codes'), `${userId} ${newAddress} ${code}`)

const invalid = () => new AppError('email_code_invalid', EMAIL_CODES.invalid)
