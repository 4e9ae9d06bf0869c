import type { Db } from '#server/platform/db/client.ts'
import { addressHash } from '#server/shop/messages/optional-emails.ts'
import { letters, subscribers } from '../schema.ts'
import { CONSENT } from '../texts.ts'

let made = 0

/** Creates somebody who gets letters. */
export async function subscriber(db: Db, fields: Partial<typeof subscribers.$inferInsert> = {}) {
  const { email = `reads-${++made}@shopper.example` } = fields
  const plain = { source: 'page', consent: CONSENT.page('Shop'), state: 'subscribed', confirmedAt: new Date() } as const
  const [row] = await db
    .insert(subscribers)
    .values({ ...plain, ...fields, email, addressHash: await addressHash(db, email) })
    .returning()
  if (!row) throw new Error('The subscriber was not inserted.')
  return row
}

/** Creates the draft of a letter. */
export async function letter(db: Db, fields: Partial<typeof letters.$inferInsert> = {}) {
  const [row] = await db
    .insert(letters)
    .values({ subject: 'New mugs', body: 'They are **blue**.', ...fields })
    .returning()
  if (!row) throw new Error('The letter was not inserted.')
  return row
}
