import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Call } from '#contract/calls/define-calls.ts'
import { addCdnHeaders } from '#server/platform/cdn/headers.ts'
import type { Context } from '#server/platform/context.ts'
import { allowCachedAnswers } from '#server/platform/http/cached-answers.ts'
import { cspReportRoutes } from '#server/platform/http/csp-reports.ts'
import { clientErrorHandler, handleError } from '#server/platform/http/error-handler.ts'
import { limitHeavyReads } from '#server/platform/http/heavy-reads.ts'
import { acceptAbsoluteTargets, requireOneHost } from '#server/platform/http/host.ts'
import { acceptJsonOnly } from '#server/platform/http/json-bodies.ts'
import { limitEntries } from '#server/platform/http/limit-entries.ts'
import { errorForLog, requestForLog } from '#server/platform/http/log-serializers.ts'
import { watchEventLoop } from '#server/platform/http/overload.ts'
import { limitPipelining } from '#server/platform/http/pipelining.ts'
import type { ServerOptions } from '#server/platform/http/server-options.ts'
import { limitSlowBodies } from '#server/platform/http/slow-bodies.ts'
import { limitSlowResponses } from '#server/platform/http/slow-responses.ts'
import { discardUnreadBodies } from '#server/platform/http/unread-bodies.ts'
import { refuseUnrouted, UNKNOWN_CALL } from '#server/platform/http/unrouted.ts'
import { zodCompilers } from '#server/platform/lib/zod-compilers.ts'
import { openVariantCache } from '#server/platform/media/variant-cache.ts'
import { sendRateLimitFields } from '#server/platform/rate-limits/header-fields.ts'
import { guardFor } from '#server/shop/accounts/auth.ts'
import { keyRightsOf } from '#server/shop/accounts/key-rights.ts'
import { robotCheckSetup } from '#server/shop/accounts/robot-check-setup.ts'
import { accountRoutes } from '#server/shop/accounts/routes.ts'
import { savedAddressRoutes } from '#server/shop/accounts/saved-address-routes.ts'
import { categoryRoutes } from '#server/shop/catalog/category-routes.ts'
import { adminCollectionRoutes, collectionRoutes } from '#server/shop/catalog/collection-routes.ts'
import { catalogRoutes } from '#server/shop/catalog/routes.ts'
import { couponRoutes } from '#server/shop/coupons/routes.ts'
import { deskRoutes } from '#server/shop/desk/routes.ts'
import { erasureRoutes } from '#server/shop/erasure/routes.ts'
import { adminOrderRoutes } from '#server/shop/fulfillment/admin-routes.ts'
import { logoRoutes, lookRoutes } from '#server/shop/look/routes.ts'
import { cartDiscountRoutes } from '#server/shop/orders/cart-discount-routes.ts'
import { orderLinkRoutes } from '#server/shop/orders/link-routes.ts'
import { openPlacing } from '#server/shop/orders/placing.ts'
import { orderRoutes } from '#server/shop/orders/routes.ts'
import { applePayRoutes } from '#server/shop/payments/apple-pay.ts'
import { paymentRoutes } from '#server/shop/payments/routes.ts'
import { webhookRoutes } from '#server/shop/payments/webhooks.ts'
import { mediaRoutes, uploadRoutes } from '#server/shop/photos/routes.ts'
import { redactSecret } from '#server/shop/secrets/secret-urls.ts'
import { settingsRoutes } from '#server/shop/settings/routes.ts'
import { shippingRoutes } from '#server/shop/shipping/routes.ts'
import { taxRoutes } from '#server/shop/tax/routes.ts'
import { textPageRoutes } from '#server/shop/text-pages/routes.ts'
import { shopInfoRoutes } from '#server/site/shop-info-routes.ts'
import { serveApiDocs } from './api-docs.ts'
import { CALLS, callOf } from './calls.ts'
import { FEATURES } from './features.ts'
import { healthRoutes } from './health.ts'
import { securityHeaders } from './security-headers.ts'

type HeadersOf = ReturnType<typeof securityHeaders>

declare module 'fastify' {
  interface FastifyInstance {
    /** The security headers for a URL. A cached page takes those of its key. */
    headersOf: HeadersOf
  }
}

const BODY_LIMIT = 64 * 1024

/** Builds the API, ready to listen or for `inject`. `servePages` adds the pages. */
export async function buildApp(context: Context, options: ServerOptions = {}) {
  const headersOf = securityHeaders(context.shopUrl, context.gateway.setup, robotCheckSetup(context.robotCheck))
  const app = Fastify(optionsOf(options, headersOf)).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  refuseUnrouted(app)
  options.observe?.(app)
  limitPipelining(app)
  acceptJsonOnly(app)
  limitSlowBodies(app, headersOf('/'))
  // No client waits longer than 20 seconds, however slow the database is; a payment continues after the response.
  limitSlowResponses(app)
  // Before the hook that may take over the answer.
  sendRateLimitFields(app)
  discardUnreadBodies(app)
  watchEventLoop(app, options.lateMs)
  const unroutedCalls = guardRoutes(app, context)
  // The limit on heavy reads applies to cached answers, too.
  allowCachedAnswers(app)
  limitHeavyReads(app)
  for (const { observe } of FEATURES) observe?.(app, context)
  app.decorate('headersOf', headersOf)
  app.decorate('isDraining', false)
  app.decorate('placing', openPlacing(context))
  app.decorate('photoCache', openVariantCache(context.photos))
  addCdnHeaders(app, options.cdn)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
  requireOneHost(app)
  acceptAbsoluteTargets(app)
  serveApiDocs(app, context.shopUrl)
  await addRoutes(app, context)
  for (const name of unroutedCalls()) assert.fail(`${name} has no route`)
  return app
}

const optionsOf = (options: ServerOptions, headersOf: HeadersOf) => ({
  logger: loggerOf(options),
  // Unique among processes, whose lines come together in one log.
  genReqId: () => randomUUID(),
  trustProxy: options.trustProxy ?? [],
  bodyLimit: BODY_LIMIT,
  // The longest upload. slow-bodies.ts has the stricter limits.
  requestTimeout: 600_000,
  connectionTimeout: 60_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    optimizeEmptyRequests: true,
    // Not the first of several: see host.ts.
    joinDuplicateHeaders: true,
  },
  // Errors before routing, such as a URL that cannot be decoded.
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    handleError(error, request, reply.headers(headersOf('/')).header('cache-control', 'no-store')),
  clientErrorHandler: clientErrorHandler(headersOf('/')),
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  schemaController: zodCompilers,
})

const loggerOf = ({ logLevel = 'silent', logTo }: ServerOptions) => ({
  level: logLevel,
  redact: ['req.headers.authorization'],
  hooks: { logMethod: limitEntries() },
  serializers: {
    req: (request: FastifyRequest) => requestForLog(request, redactSecret),
    err: errorForLog,
    error: errorForLog,
  },
  ...(logTo ? { stream: logTo } : {}),
})

/**
 * Gives every API route the access and the guard of its call, and throws for a route without one. Returns the names of
 * the calls without a route so far.
 */
function guardRoutes(app: FastifyInstance, { db }: Context) {
  const callsWithoutRoute = new Set(Object.values<Call>(CALLS))
  app.decorateRequest('caller', null)
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    for (const method of [route.method].flat()) {
      const call = callOf(method, route.url)
      const { hide } = route.schema ?? {}
      assert(call ?? hide, `${method} ${route.url} is in no calls.ts`)
      assert(call?.id ?? hide, `${method} ${route.url} has no id and summary in its calls.ts`)
      if (!call) continue
      callsWithoutRoute.delete(call)
      route.config = { ...route.config, access: call.access, call }
      if (call.access === 'anyone') continue
      const guard = guardFor(call.access, db, keyRightsOf(method, call))
      route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
    }
  })
  return () => Object.entries<Call>(CALLS).flatMap(([name, call]) => (callsWithoutRoute.has(call) ? [name] : []))
}

async function addRoutes(app: FastifyInstance, context: Context) {
  await app.register(catalogRoutes, { context })
  await app.register(categoryRoutes, { context })
  await app.register(collectionRoutes, { context })
  await app.register(adminCollectionRoutes, { context })
  await app.register(textPageRoutes, { context })
  await app.register(shopInfoRoutes, { context })
  await app.register(settingsRoutes, { context })
  await app.register(deskRoutes, { context })
  await app.register(shippingRoutes, { context })
  await app.register(taxRoutes, { context })
  await app.register(lookRoutes, { context })
  await app.register(accountRoutes, { context })
  await app.register(savedAddressRoutes, { context })
  await app.register(erasureRoutes, { context })
  await app.register(orderRoutes, { context })
  await app.register(orderLinkRoutes, { context })
  await app.register(adminOrderRoutes, { context })
  await app.register(couponRoutes, { context })
  await app.register(cartDiscountRoutes, { context })
  await app.register(paymentRoutes, { context })
  await app.register(webhookRoutes, { context })
  await app.register(applePayRoutes, { context })
  await app.register(cspReportRoutes, { context })
  await app.register(mediaRoutes)
  await app.register(logoRoutes, { context })
  await app.register(uploadRoutes, { context })
  await app.register(healthRoutes, { context })
  for (const { routes = [] } of FEATURES) for (const plugin of routes) await app.register(plugin, { context })
  // Before a body is read, which may be of any kind.
  const toNotFound = (_: FastifyRequest, reply: FastifyReply) => reply.callNotFound()
  app.all(UNKNOWN_CALL, { schema: { hide: true }, onRequest: toNotFound }, toNotFound)
}
