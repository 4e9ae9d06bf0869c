import type { FastifyRequest } from 'fastify'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { webhookCalls } from '../calls.ts'
import { deliveryLog, queueTest, resend } from './deliveries.ts'
import {
  allEndpoints,
  createEndpoint,
  deleteEndpoint,
  endpointOf,
  requireOn,
  rotateSecret,
  updateEndpoint,
} from './endpoints.ts'
import { WEBHOOK_POLICIES } from './rate-limits.ts'
import { WEBHOOKS } from './texts.ts'

/** The endpoints that receive events of the shop. */
export const webhookRoutes: ApiRoutes = async (app, { context }) => {
  const { db, webhookHosts = [] } = context
  const hosts = { allowed: webhookHosts }
  const limits = openRateLimits(context)
  const route = routesOf(app, webhookCalls)
  const count = (request: FastifyRequest, policy: keyof typeof WEBHOOK_POLICIES) =>
    limits.count(request, WEBHOOK_POLICIES[policy], { account: callerOf(request).id })

  route('GET /api/webhook-endpoints', () => allEndpoints(db))

  route('POST /api/webhook-endpoints', async (request) => {
    await count(request, 'webhookChange')
    return createEndpoint(db, request.body, hosts)
  })

  route('GET /api/webhook-endpoints/:id', ({ params }) => endpointOf(db, params.id))

  route('PUT /api/webhook-endpoints/:id', async (request) => {
    await count(request, 'webhookChange')
    return updateEndpoint(db, request.params.id, request.body, hosts)
  })

  route('DELETE /api/webhook-endpoints/:id', async ({ params }) => {
    await deleteEndpoint(db, params.id)
    return { message: WEBHOOKS.deleted }
  })

  route('POST /api/webhook-endpoints/:id/secret', async (request) => {
    await count(request, 'webhookChange')
    return rotateSecret(db, request.params.id)
  })

  route('POST /api/webhook-endpoints/:id/test', async (request) => {
    await count(request, 'webhookSend')
    await requireOn(db, request.params.id)
    await queueTest(db, request.params.id)
    return { message: WEBHOOKS.testSent }
  })

  route('GET /api/webhook-endpoints/:id/deliveries', async ({ params }) => {
    await endpointOf(db, params.id)
    return deliveryLog(db, params.id)
  })

  route('POST /api/webhook-endpoints/:id/deliveries/:eventId/resent', async (request) => {
    await count(request, 'webhookSend')
    await requireOn(db, request.params.id)
    await resend(db, request.params.id, request.params.eventId)
    return { message: WEBHOOKS.resent }
  })
}
