import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { hashToken } from '#server/accounts/tokens.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { sessions, users } from '#server/db/schema.ts'

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

/** Runs the work on the database of the journeys' shop. */
export async function inDatabase(work: (db: Database) => Promise<unknown>) {
  const cluster = await startEmbedded(join(process.env.E2E_SHOP_DATA ?? '', 'postgres'))
  const db = openDatabase(cluster.url, 1)
  await work(db)
  await db.$client.end()
}
