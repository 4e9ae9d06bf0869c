import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { PAYMENT_MARK } from '#server/shop/secrets/secrets.ts'

const FINGERPRINT_LENGTH = 8

/**
 * The shop's fingerprint, a random word in the note of each of its payments. It tells them apart from those of other
 * shops on the same Square account, and is the same in every process and after a restored backup.
 */
export function shopFingerprint(db: Db): Promise<string> {
  const cachedFingerprint = fingerprints.get(db)
  if (cachedFingerprint) return cachedFingerprint
  const fingerprintRead = readFingerprint(db)
  fingerprints.set(db, fingerprintRead)
  fingerprintRead.catch(() => fingerprints.delete(db))
  return fingerprintRead
}

/** Cached for each database, because every payment needs it. It is never renewed. */
const fingerprints = new WeakMap<Db, Promise<string>>()

const readFingerprint = async (db: Db) =>
  (await sharedSecret(db, PAYMENT_MARK)).replaceAll(/[^A-Za-z0-9]/g, '').slice(0, FINGERPRINT_LENGTH)

/** The note of a payment at the card service: the order's number and the shop's fingerprint. */
export const paymentNote = (number: number, fingerprint: string) => `Order ${number} (shop ${fingerprint})`

/** Whether the note of a payment has that fingerprint. */
export const hasFingerprint = (note: string | null, fingerprint: string) =>
  note?.endsWith(`(shop ${fingerprint})`) ?? false
