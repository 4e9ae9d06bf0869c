import { randomBytes } from 'node:crypto'
import { eq, notInArray } from 'drizzle-orm'
import type { Db } from './client.ts'
import { onlyRow } from './rows.ts'
import { secrets } from './schema.ts'

/** The secrets that sign what buyers have in their messages: without them they lose their orders and requests. */
const OF_BUYERS = ['order links', 'request links'] as const
/** The secret in the notes of payments, which signs nothing and never changes. */
const FINGERPRINT_SECRET = 'payment mark'
/** The secret of those who wait in a line. */
const TICKETS = 'drop tickets'

/** Whoever has read an old backup signs nothing with it but links that messages have for ever. */
export const BACKED_UP_SECRETS = [...OF_BUYERS, FINGERPRINT_SECRET]

type SecretName =
  | (typeof OF_BUYERS)[number]
  | typeof FINGERPRINT_SECRET
  | typeof TICKETS
  | 'address proof'
  | 'backup download'
  | 'device mark'
  | 'email codes'
  | 'export download'
  | 'indexnow key'
  | 'mcp confirmations'
  | 'personal data links'
  | 'push key'
  | 'robot check'
  | 'webhooks'

/**
 * The shop's secret with this name: 256 random bits, created on first use, the same in every process. No process may
 * keep it, because it can be renewed at any time.
 */
export async function sharedSecret(db: Db, name: SecretName): Promise<string> {
  const [secret] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  if (secret) return secret.value
  const newSecret = db.insert(secrets).values({ name, value: randomBytes(32).toString('base64url') })
  // Of two that create it at once, both return the value of the first.
  const sameRow = { target: secrets.name, set: { name } }
  return onlyRow(await newSecret.onConflictDoUpdate(sameRow).returning({ value: secrets.value })).value
}

/** Renews the secrets that sign; those of buyers' links and of places in a line only when asked to. */
export async function renewSecrets(db: Db, { withLinks }: { withLinks: boolean }) {
  const keptNames = withLinks ? [FINGERPRINT_SECRET] : [...OF_BUYERS, TICKETS, FINGERPRINT_SECRET]
  await db.delete(secrets).where(notInArray(secrets.name, keptNames))
}
