import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { webhookEvents } from '../db/payment-schema.ts'
import { AppError } from '../errors.ts'
import { rateLimitedLog } from '../lib/rate-limited-log.ts'
import { PAYMENTS } from '../texts/orders.ts'
import { REQUESTS } from '../texts/requests.ts'
import { isSigned } from './webhook-signature.ts'

const BODY_LIMIT = 256 * 1024
const SIGNATURE = 'x-square-hmacsha256-signature'

const Event = z.object({ event_id: z.string().min(1).max(200) })

/** Square's webhooks. The route stores a signed message and answers; a worker processes it later. */
export const webhookRoutes: FastifyPluginAsync<{ context: Context }> = async (app, { context }) => {
  // The signature is over the raw bytes, whatever their content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  const logUnsigned = rateLimitedLog(1, (leftOut) =>
    app.log.warn({ leftOut }, 'More webhooks arrived without a valid signature from Square.'),
  )
  app.post('/square', { bodyLimit: BODY_LIMIT, schema: { hide: true } }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = String(request.headers[SIGNATURE] ?? '')
    if (!context.webhook || !isSigned(context.webhook, body, signature)) {
      logUnsigned(() => request.log.warn('A webhook arrived without a valid signature from Square.'))
      throw new AppError('unauthenticated', PAYMENTS.badSignature)
    }
    await storeEvent(context.db, body.toString())
    return {}
  })
}

/** Stores a message once, however often it comes. Throws invalid_request for a body without an event id. */
async function storeEvent(db: Db, body: string) {
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
