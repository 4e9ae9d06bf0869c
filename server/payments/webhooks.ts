import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { webhookEvents } from '../db/payment-schema.ts'
import { AppError } from '../errors.ts'
import type { Shop } from '../http/app.ts'
import { sparingLog } from '../lib/rate-limited-log.ts'
import { PAYMENTS } from '../texts/orders.ts'
import { REQUESTS } from '../texts/requests.ts'

/** What Square signs its messages with, and the address it signs them for. */
export type WebhookSecret = { signatureKey: string; url: string }

const BODY_LIMIT = 256 * 1024
const SIGNATURE = 'x-square-hmacsha256-signature'

const Event = z.object({ event_id: z.string().min(1).max(200) })

/** Where Square tells of changes. A message is kept and answered; what it is about is looked up later, by a worker. */
export const webhookRoutes: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  // Signed is what was sent, byte by byte, whatever it says it is.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  const logUnsigned = sparingLog(1, (leftOut) =>
    app.log.warn({ leftOut }, 'More messages came that Square has not signed.'),
  )
  app.post('/square', { bodyLimit: BODY_LIMIT, schema: { hide: true } }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = String(request.headers[SIGNATURE] ?? '')
    if (!shop.webhook || !isSigned(shop.webhook, body, signature)) {
      logUnsigned(() => request.log.warn('A message came that Square has not signed.'))
      throw new AppError('unauthenticated', PAYMENTS.badSignature)
    }
    await keepEvent(shop.db, body.toString())
    return {}
  })
}

/** Whether Square has signed these very bytes for our address. Takes equally long for all wrong signatures. */
export function isSigned({ signatureKey, url }: WebhookSecret, body: Buffer, signature: string): boolean {
  const wanted = Buffer.from(createHmac('sha256', signatureKey).update(url).update(body).digest('base64'))
  const given = Buffer.from(signature)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Keeps a message once, however often it comes. Throws invalid_request when it is none of Square's. */
async function keepEvent(db: Db, body: string) {
  const { data } = Event.safeParse(parsed(body))
  if (!data) throw new AppError('invalid_request', REQUESTS.malformed)
  await db.insert(webhookEvents).values({ eventId: data.event_id, body }).onConflictDoNothing()
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
