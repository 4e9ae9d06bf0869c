import { randomBytes } from 'node:crypto'
import { eq, notInArray } from 'drizzle-orm'
import type { Db } from './client.ts'
import { onlyRow } from './rows.ts'
import { secrets } from './schema.ts'

/**
 * The shop's secret with this name, which belongs to one part of the program: 256 random bits, created on first use, the
 * same in every process. No process may keep it, because it can be renewed at any time.
 */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const [secret] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  if (secret) return secret.value
  const newSecret = db.insert(secrets).values({ name, value: randomBytes(32).toString('base64url') })
  // Of two that create it at once, both return the value of the first.
  const sameRow = { target: secrets.name, set: { name } }
  return onlyRow(await newSecret.onConflictDoUpdate(sameRow).returning({ value: secrets.value })).value
}

/** Renews all secrets but those with these names. */
export async function renewSecretsExcept(db: Db, keptNames: string[]) {
  await db.delete(secrets).where(notInArray(secrets.name, keptNames))
}
