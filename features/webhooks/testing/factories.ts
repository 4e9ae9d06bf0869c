import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { WebhookTopic } from '../contract.ts'
import { webhookEndpoints } from '../schema.ts'
import { endpointSecret, secretHash, webhookSecret } from '../server/signatures.ts'

type Fields = Partial<typeof webhookEndpoints.$inferInsert>

/** Creates an endpoint that wants all events. */
export async function webhookEndpoint(db: Db, fields: Fields = {}) {
  const id = randomUUID()
  const secret = endpointSecret(await webhookSecret(db), { id, secretVersion: 1 })
  const plain = { url: 'https://hooks.example/events', topics: WebhookTopic.options, secretHash: secretHash(secret) }
  const row = onlyRow(
    await db
      .insert(webhookEndpoints)
      .values({ id, ...plain, ...fields })
      .returning(),
  )
  return { ...row, secret }
}
