import { eq, sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin } from '#server/testing/factories.ts'
import { webhookDeliveries } from '../schema.ts'
import { sendDueWebhooks, type WebhookSender } from '../server/send-webhooks.ts'
import { webhookEndpoint } from './factories.ts'
import { openReceiver } from './receiver.ts'

type Overrides = Parameters<typeof testCheckout>[0]

/** A receiver that ends with the test. */
export async function testReceiver(answer?: Parameters<typeof openReceiver>[0]) {
  const receiver = await openReceiver(answer)
  onTestFinished(receiver.close)
  return receiver
}

/** A shop with an endpoint for all events, at a receiver on this machine. */
export async function shopWithWebhooks(fields: Parameters<typeof webhookEndpoint>[1] = {}, overrides: Overrides = {}) {
  const receiver = await testReceiver()
  const shop = await testCheckout({ webhookHosts: [receiver.host], ...overrides })
  const { db } = shop
  const endpoint = await webhookEndpoint(db, { url: receiver.url, ...fields })
  const owner = await admin(db)
  const path = `/api/webhook-endpoints/${endpoint.id}`
  return {
    ...shop,
    receiver,
    endpoint,
    owner,
    path,
    /** Sends what is due, as the job does. */
    send: (sender: Partial<WebhookSender> = {}) =>
      sendDueWebhooks({ db, hosts: { allowed: [receiver.host] }, ...sender }),
    /** Makes all due that waits. */
    makeDue: () => db.update(webhookDeliveries).set({ nextTryAt: sql`now()` }).where(sql`done_at is null`),
    deliveries: () =>
      db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpoint.id))
        .orderBy(webhookDeliveries.id),
    topics: () => receiver.received.map(({ event }) => event.type),
  }
}
