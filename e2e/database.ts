import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { dropAdmissions } from '#features/drops/schema.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { hashToken } from '#server/shop/accounts/tokens.ts'
import { sessions, users } from '#server/shop/schema/users.ts'

/** Gives a user the API role, as an admin would. */
export const allowApiKeys = (email: string) =>
  inDatabase((db) => db.update(users).set({ isApi: true }).where(eq(users.email, email)))

/** Moves the creation of a session into the past. */
export const ageSession = (token: string, age: string) =>
  inDatabase((db) =>
    db
      .update(sessions)
      .set({ createdAt: sql`now() - ${age}::interval` })
      .where(eq(sessions.tokenHash, hashToken(token))),
  )

/** Ends the turns that a drop has given. */
export const passTurn = (dropId: string) =>
  inDatabase((db) =>
    db
      .update(dropAdmissions)
      .set({ endsAt: sql`now() - interval '1 minute'` })
      .where(eq(dropAdmissions.dropId, dropId)),
  )

/** Runs the work on the database of the journeys' shop, or of the one with this data folder. */
export async function inDatabase(work: (db: Database) => Promise<unknown>, folder = process.env.E2E_SHOP_DATA ?? '') {
  const cluster = await startEmbedded(join(folder, 'postgres'))
  const db = openDatabase(cluster.url, 1)
  await work(db)
  await db.$client.end()
}
