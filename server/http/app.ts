import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { guardFor } from '../accounts/auth.ts'
import { robotCheckSetup } from '../accounts/robot-check-setup.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { savedAddressRoutes } from '../accounts/saved-address-routes.ts'
import { adminSearchRoutes } from '../admin-search/routes.ts'
import { auditRequests } from '../audit-log/audit-requests.ts'
import { auditRoutes } from '../audit-log/routes.ts'
import { backupRoutes } from '../backup/routes.ts'
import { categoryRoutes } from '../catalog/category-routes.ts'
import { adminCollectionRoutes, collectionRoutes } from '../catalog/collection-routes.ts'
import { catalogRoutes } from '../catalog/routes.ts'
import { addCdnHeaders } from '../cdn/headers.ts'
import type { Cdn } from '../cdn/providers.ts'
import type { Context } from '../context.ts'
import { couponRoutes } from '../coupons/routes.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { adminDropRoutes, dropRoutes } from '../drops/routes.ts'
import { exportRoutes } from '../exports/routes.ts'
import { ordersOfUserRoute, pastCustomerRoutes, pastOrderRoutes, pastReviewRoutes } from '../history/routes.ts'
import { importRoutes } from '../imports/routes.ts'
import { zodCompilers } from '../lib/zod-compilers.ts'
import { logoRoutes, lookRoutes } from '../look/routes.ts'
import { mediaRoutes, uploadRoutes } from '../media/routes.ts'
import { openVariantCache } from '../media/variant-cache.ts'
import { adminOrderRoutes } from '../orders/admin-routes.ts'
import { orderLinkRoutes } from '../orders/link-routes.ts'
import { openPlacing } from '../orders/placing.ts'
import { orderRoutes } from '../orders/routes.ts'
import { ownShopRoutes } from '../own-shop/routes.ts'
import { applePayRoutes } from '../payments/apple-pay.ts'
import { discrepancyRoutes } from '../payments/discrepancy-routes.ts'
import { moneyRoutes } from '../payments/money-routes.ts'
import { paymentRoutes } from '../payments/routes.ts'
import { webhookRoutes } from '../payments/webhooks.ts'
import { personalDataRoutes } from '../personal-data/routes.ts'
import { reportRoutes } from '../reports/routes.ts'
import { requestRoutes } from '../requests/routes.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { setupRoutes } from '../setup/routes.ts'
import { shippingRoutes } from '../shipping/routes.ts'
import { taxRoutes } from '../tax/routes.ts'
import { textPageRoutes } from '../text-pages/routes.ts'
import { accessOf, keyScopesOf } from './access.ts'
import { serveApiDocs } from './api-docs.ts'
import { allowCachedAnswers } from './cached-answers.ts'
import { cspReportRoutes } from './csp-reports.ts'
import { clientErrorHandler, handleError } from './error-handler.ts'
import { healthRoutes } from './health.ts'
import { limitHeavyReads } from './heavy-reads.ts'
import { acceptAbsoluteTargets, requireOneHost } from './host.ts'
import { acceptJsonOnly } from './json-bodies.ts'
import { limitEntries } from './limit-entries.ts'
import { errorForLog, requestForLog } from './log-serializers.ts'
import { operationOf } from './operations.ts'
import { watchEventLoop } from './overload.ts'
import { limitPipelining } from './pipelining.ts'
import { addPreparedResponses } from './prepared-response.ts'
import { securityHeaders } from './security-headers.ts'
import { limitSlowBodies } from './slow-bodies.ts'
import { limitSlowResponses } from './slow-responses.ts'
import { discardUnreadBodies } from './unread-bodies.ts'
import { refuseUnrouted, UNKNOWN_CALL } from './unrouted.ts'

type Serving = {
  logLevel?: string
  /** The destination of the log; by default the standard output. */
  logTo?: { write(line: string): void }
  /** The proxies that may forward the client's address; none by default. */
  trustProxy?: string[] | undefined
  /** The CDN in front of the shop; none by default. */
  cdn?: Cdn | undefined
  /** Adds hooks for all routes, before there are any. */
  observe?: (app: FastifyInstance) => void
  /** How long most turns of the event loop take when the shop refuses what can wait. */
  lateMs?: number
}

type HeadersOf = ReturnType<typeof securityHeaders>

declare module 'fastify' {
  interface FastifyInstance {
    /** The security headers for a URL. A cached page takes those of its key. */
    headersOf: HeadersOf
    /** The address of the client of a request that Fastify has not seen, as `request.ip` has it for the others. */
    addressOf(request: IncomingMessage): string
  }
}

const BODY_LIMIT = 64 * 1024

/** Builds the API, ready to listen or for `inject`. `servePages` adds the pages. */
export async function buildApp(context: Context, serving: Serving = {}) {
  const headersOf = securityHeaders(context.shopUrl, context.gateway.setup, robotCheckSetup(context.robotCheck))
  const app = Fastify(optionsOf(serving, headersOf)).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  refuseUnrouted(app)
  serving.observe?.(app)
  limitPipelining(app)
  acceptJsonOnly(app)
  limitSlowBodies(app, headersOf('/'))
  // No client waits longer than 20 seconds, however slow the database is; a payment continues after the response.
  limitSlowResponses(app)
  discardUnreadBodies(app)
  watchEventLoop(app, serving.lateMs)
  // The limit on heavy reads applies to cached answers, too.
  allowCachedAnswers(app)
  limitHeavyReads(app)
  guardRoutes(app, context)
  auditRequests(app, context.db)
  app.decorate('headersOf', headersOf)
  const isTrusted = proxyAddr.compile(serving.trustProxy ?? [])
  app.decorate('addressOf', (request: IncomingMessage) => proxyAddr(request, isTrusted))
  app.decorate('isDraining', false)
  app.decorate('placing', openPlacing(context))
  app.decorate('photoCache', openVariantCache(context.photos))
  addCdnHeaders(app, serving.cdn)
  addPreparedResponses(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
  requireOneHost(app)
  acceptAbsoluteTargets(app)
  serveApiDocs(app, context.shopUrl)
  await addRoutes(app, context)
  return app
}

const optionsOf = (serving: Serving, headersOf: HeadersOf) => ({
  logger: loggerOf(serving),
  // Unique among processes, whose lines come together in one log.
  genReqId: () => randomUUID(),
  trustProxy: serving.trustProxy ?? [],
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

const loggerOf = ({ logLevel = 'silent', logTo }: Serving) => ({
  level: logLevel,
  redact: ['req.headers.authorization'],
  hooks: { logMethod: limitEntries() },
  serializers: { req: requestForLog, err: errorForLog, error: errorForLog },
  ...(logTo ? { stream: logTo } : {}),
})

/** Gives every API route the guard from access.ts. Throws for a route that is missing there or in operations.ts. */
function guardRoutes(app: FastifyInstance, { db }: Context) {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    for (const method of [route.method].flat()) {
      const access = accessOf(method, route.url)
      const { hide } = route.schema ?? {}
      assert(access ?? hide, `${method} ${route.url} has no entry in server/http/access.ts`)
      assert(operationOf(method, route.url) ?? hide, `${method} ${route.url} has no entry in server/http/operations.ts`)
      if (!access || access === 'anyone') continue
      const guard = guardFor(access, db, keyScopesOf(method, route.url))
      route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
    }
  })
}

async function addRoutes(app: FastifyInstance, context: Context) {
  await app.register(catalogRoutes, { context, prefix: '/api' })
  await app.register(categoryRoutes, { context, prefix: '/api/categories' })
  await app.register(collectionRoutes, { context, prefix: '/api/collections' })
  await app.register(adminCollectionRoutes, { context, prefix: '/api/admin/collections' })
  await app.register(dropRoutes, { context, prefix: '/api/drops' })
  await app.register(adminDropRoutes, { context, prefix: '/api/admin/drops' })
  await app.register(textPageRoutes, { context, prefix: '/api/pages' })
  await app.register(settingsRoutes, { context, prefix: '/api' })
  await app.register(shippingRoutes, { context, prefix: '/api/rates' })
  await app.register(taxRoutes, { context, prefix: '/api' })
  await app.register(reportRoutes, { context, prefix: '/api/reports' })
  await app.register(setupRoutes, { context, prefix: '/api/setup' })
  await app.register(backupRoutes, { context, prefix: '/api/backups' })
  await app.register(lookRoutes, { context, prefix: '/api/look' })
  await app.register(accountRoutes, { context, prefix: '/api/users' })
  await app.register(savedAddressRoutes, { context, prefix: '/api/users/addresses' })
  await app.register(personalDataRoutes, { context, prefix: '/api/personal-data' })
  await app.register(orderRoutes, { context, prefix: '/api/orders' })
  await app.register(orderLinkRoutes, { context, prefix: '/api/orders' })
  await app.register(adminOrderRoutes, { context, prefix: '/api/orders' })
  await app.register(couponRoutes, { context, prefix: '/api/coupons' })
  await app.register(ownShopRoutes, { context, prefix: '/api/own-shop' })
  await app.register(exportRoutes, { context, prefix: '/api' })
  await app.register(importRoutes, { context, prefix: '/api/imports' })
  await app.register(pastOrderRoutes, { context, prefix: '/api/past-orders' })
  await app.register(pastCustomerRoutes, { context, prefix: '/api/past-customers' })
  await app.register(pastReviewRoutes, { context, prefix: '/api/past-reviews' })
  await app.register(ordersOfUserRoute, { context, prefix: '/api/customers' })
  await app.register(dashboardRoutes, { context, prefix: '/api/dashboard' })
  await app.register(auditRoutes, { context, prefix: '/api/admin/audit-log' })
  await app.register(adminSearchRoutes, { context, prefix: '/api/admin/search' })
  await app.register(paymentRoutes, { context, prefix: '/api' })
  await app.register(moneyRoutes, { context, prefix: '/api' })
  await app.register(discrepancyRoutes, { context, prefix: '/api/discrepancies' })
  await app.register(requestRoutes, { context, prefix: '/api/requests' })
  await app.register(webhookRoutes, { context, prefix: '/api/webhooks' })
  await app.register(applePayRoutes, { context })
  await app.register(cspReportRoutes, { context, prefix: '/api' })
  await app.register(mediaRoutes)
  await app.register(logoRoutes, { context })
  await app.register(uploadRoutes, { context, prefix: '/api' })
  await app.register(healthRoutes, { context })
  // Before a body is read, which may be of any kind.
  const toNotFound = (_: FastifyRequest, reply: FastifyReply) => reply.callNotFound()
  app.all(UNKNOWN_CALL, { schema: { hide: true }, onRequest: toNotFound }, toNotFound)
}
