import type { Db } from '../db/client.ts'
import { sharedSecret } from '../db/secrets.ts'

const MARK_LENGTH = 8

/**
 * The shop's mark, a random word in the note of each of its payments. It tells them apart from those of other shops on the
 * same Square account, and is the same in every process and after a restored backup.
 */
export function shopMark(db: Db): Promise<string> {
  const known = marks.get(db)
  if (known) return known
  const read = readMark(db)
  marks.set(db, read)
  read.catch(() => marks.delete(db))
  return read
}

/** Cached for each database, because every payment needs it. It is never renewed. */
const marks = new WeakMap<Db, Promise<string>>()

const readMark = async (db: Db) =>
  (await sharedSecret(db, 'payment mark')).replaceAll(/[^A-Za-z0-9]/g, '').slice(0, MARK_LENGTH)

/** The note of a payment at the card service: the order's number and the shop's mark. */
export const paymentNote = (number: number, mark: string) => `Order ${number} (shop ${mark})`

/** Whether the note of a payment carries that mark. */
export const hasMark = (note: string | null, mark: string) => note?.endsWith(`(shop ${mark})`) ?? false
