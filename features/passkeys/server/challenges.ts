import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { newToken } from '#server/shop/accounts/tokens.ts'
import { passkeyChallenges } from '../schema.ts'

const LIFETIME = sql`interval '5 minutes'`

/** Creates a challenge: to add a passkey of this user, or without one to sign in. Deletes those that are over. */
export async function newChallenge(db: Db, userId: string | null = null): Promise<string> {
  const challenge = newToken()
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.createdAt, sql`now() - ${LIFETIME}`))
  await db.insert(passkeyChallenges).values({ challenge, userId, purpose: userId ? 'add' : 'sign_in' })
  return challenge
}

/** Uses up a challenge. Returns whether it was there, in time, and for this user or, with null, to sign in. */
export async function takeChallenge(db: Db, challenge: string, userId: string | null) {
  const isIt = and(
    eq(passkeyChallenges.challenge, challenge),
    userId ? eq(passkeyChallenges.userId, userId) : isNull(passkeyChallenges.userId),
    gt(passkeyChallenges.createdAt, sql`now() - ${LIFETIME}`),
  )
  const takenRows = await db.delete(passkeyChallenges).where(isIt).returning({ purpose: passkeyChallenges.purpose })
  return takenRows.length === 1
}
