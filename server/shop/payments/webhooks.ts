import { z } from 'zod'
import { paymentCalls } from '#contract/calls/payments.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { rateLimitedLog } from '#server/platform/lib/rate-limited-log.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'
import { webhookEvents } from '#server/shop/schema/payments.ts'
import { PAYMENTS } from './texts.ts'
import { isSigned } from './webhook-signature.ts'

const BODY_LIMIT = 256 * 1024
const SIGNATURE = 'x-square-hmacsha256-signature'

const Event = z.object({ event_id: z.string().min(1).max(200) })

/** Square's webhooks. The route stores a signed message and answers; a worker processes it later. */
export const webhookRoutes: ApiRoutes = async (app, { context }) => {
  const route = routesOf(app, paymentCalls)

  // The signature is over the raw bytes, whatever their content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, callback) => callback(null, body))

  const logUnsigned = rateLimitedLog(1, (leftOut) =>
    app.log.warn({ leftOut }, 'More webhooks arrived without a valid signature from Square.'),
  )
  route(
    'POST /api/webhooks/square',
    async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = String(request.headers[SIGNATURE] ?? '')
      if (!context.webhook || !isSigned(context.webhook, body, signature)) {
        logUnsigned(() => request.log.warn('A webhook arrived without a valid signature from Square.'))
        throw new AppError('unauthenticated', PAYMENTS.badSignature)
      }
      await storeEvent(context.db, body.toString())
      return {}
    },
    { bodyLimit: BODY_LIMIT },
  )
}

/** Stores a message once, however often it comes. Throws invalid_request for a body without an event id. */
async function storeEvent(db: Db, body: string) {
  const { data } = Event.safeParse(parseJson(body))
  if (!data) throw new AppError('invalid_request', REQUESTS.malformed)
  await db.insert(webhookEvents).values({ eventId: data.event_id, body }).onConflictDoNothing()
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
