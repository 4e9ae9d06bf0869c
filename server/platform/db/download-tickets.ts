// Addresses of downloads: the browser itself downloads a large file, so the address has to be enough. Each is signed, is
// of one file, and good for a minute.
import type { DownloadTicket } from '#contract/admin/downloads.ts'
import { isSameSecret, isWithin, signatureOf } from '#server/platform/lib/signatures.ts'
import type { Db } from './client.ts'
import { sharedSecret } from './secrets.ts'

/** A download begins within this time after it was asked for, whatever its address says. */
const TICKET_MS = 60_000
/** So much the clocks of two processes may differ. */
const CLOCKS_MS = 2_000

/** The query that makes the address of that file good until in a minute, signed by the secret with this name. */
export async function downloadTicket(db: Db, secretName: string, file: string): Promise<URLSearchParams> {
  const until = Date.now() + TICKET_MS - CLOCKS_MS
  return new URLSearchParams({ until: String(until), key: await keyOf(db, secretName, `${until} ${file}`) })
}

/** Whether a ticket is of that file, and not too old. */
export const isGoodTicket = async (db: Db, secretName: string, file: string, { until, key }: DownloadTicket) =>
  isWithin(until, TICKET_MS) && isSameSecret(key, await keyOf(db, secretName, `${until} ${file}`))

const keyOf = async (db: Db, secretName: string, text: string) => signatureOf(await sharedSecret(db, secretName), text)
