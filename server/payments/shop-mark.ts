import type { Db } from '../db/client.ts'
import { sharedSecret } from '../db/secrets.ts'

const MARK_LENGTH = 8

/**
 * By which the shop knows its own payments in an account of the card service that other shops may share: a random word,
 * the same in every process and after a restored backup.
 */
export function shopMark(db: Db): Promise<string> {
  const known = marks.get(db)
  if (known) return known
  const read = readMark(db)
  marks.set(db, read)
  read.catch(() => marks.delete(db))
  return read
}

/** Read once for each database: every payment needs it. */
const marks = new WeakMap<Db, Promise<string>>()

const readMark = async (db: Db) =>
  (await sharedSecret(db, 'payment mark')).replaceAll(/[^A-Za-z0-9]/g, '').slice(0, MARK_LENGTH)

/** What the card service notes with a payment: the order's number, and whose order it is. */
export const paymentNote = (number: number, mark: string) => `Order ${number} (shop ${mark})`

/** Whether a note says that the payment is one of the shop with that mark. */
export const isNoteOf = (note: string | null, mark: string) => note?.endsWith(`(shop ${mark})`) ?? false
