import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from './client.ts'
import { secrets } from './schema.ts'

/** The shop's secret with this name: 256 random bits, created on first use, the same in every process. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const known = async () => (await db.select().from(secrets).where(eq(secrets.name, name)))[0]?.value
  const found = await known()
  if (found) return found
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const made = await known()
  if (!made) throw new Error(`The secret ${name} was not kept.`)
  return made
}
