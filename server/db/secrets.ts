import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from './client.ts'
import { onlyRow } from './rows.ts'
import { secrets } from './schema.ts'

/** The shop's secret with this name: 256 random bits, created on first use, the same in every process. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const known = () => db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  const [found] = await known()
  if (found) return found.value
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  return onlyRow(await known()).value
}
