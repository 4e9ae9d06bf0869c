import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { guardFor } from '../accounts/auth.ts'
import { type RobotCheck, setupOf } from '../accounts/robot-check.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { categoryRoutes } from '../catalog/category-routes.ts'
import { catalogRoutes } from '../catalog/routes.ts'
import { couponRoutes } from '../coupons/routes.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import type { Database } from '../db/client.ts'
import { mediaRoutes, uploadRoutes } from '../media/routes.ts'
import type { PhotoStore } from '../media/store.ts'
import { deskRoutes } from '../orders/admin-routes.ts'
import { orderRoutes } from '../orders/routes.ts'
import { appleRoutes } from '../payments/apple-pay.ts'
import { discrepancyRoutes } from '../payments/discrepancy-routes.ts'
import type { Gateway } from '../payments/gateway.ts'
import { paymentRoutes } from '../payments/routes.ts'
import { type WebhookSecret, webhookRoutes } from '../payments/webhooks.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { accessOf } from './access.ts'
import { policyReportRoutes } from './csp-reports.ts'
import { answerError, refuseConnection } from './error-handler.ts'
import { healthRoutes } from './health.ts'
import { limitHeavyReads } from './heavy-reads.ts'
import { readJsonOnly } from './json-bodies.ts'
import { errorForLog, requestForLog } from './log-serializers.ts'
import { describeApi } from './openapi.ts'
import { operationOf } from './operations.ts'
import { limitPipelines } from './pipelining.ts'
import { securityHeaders } from './security-headers.ts'
import { refuseSlowBodies } from './slow-bodies.ts'
import { answerUnreadBodies } from './unread-bodies.ts'

/** What the shop is made of; every domain gets it and takes what it needs. */
export type Shop = {
  db: Database
  shopUrl: string
  photos: PhotoStore
  /** How many bytes all photographs together may take. */
  photosQuota: number
  gateway: Gateway
  webhook?: WebhookSecret | undefined
  /** Whether payments are simulated in public: then every page says so. */
  isPublicDemo?: boolean
  rateLimits: boolean
  robotCheck: RobotCheck
  appleDomainFile?: string | undefined
}

type Serving = {
  logLevel?: string
  /** Where the log goes: by default to the standard output. */
  logTo?: { write(line: string): void }
  /** The proxies whose word on the caller's address is believed; none by default. */
  trustProxy?: string[] | undefined
}

type HeadersOf = ReturnType<typeof securityHeaders>

declare module 'fastify' {
  interface FastifyInstance {
    /** The security headers of an answer, by its address. A page that is kept takes those of its key. */
    headersOf: HeadersOf
  }
}

const BODY_LIMIT = 64 * 1024

/** The whole API, ready to listen or to be injected into. Pages are added by `servePages`. */
export async function buildApp(shop: Shop, serving: Serving = {}) {
  const headersOf = securityHeaders(shop.shopUrl, shop.gateway.setup, setupOf(shop.robotCheck))
  const app = Fastify(optionsOf(serving, headersOf)).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: NOT_FOUND.address, code: 'not_found' }))
  limitPipelines(app)
  readJsonOnly(app)
  refuseSlowBodies(app, headersOf('/'))
  answerUnreadBodies(app)
  limitHeavyReads(app)
  guardRoutes(app, shop)
  app.decorate('headersOf', headersOf)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
  await describeApi(app, shop.shopUrl)
  await addRoutes(app, shop)
  return app
}

const optionsOf = (serving: Serving, headersOf: HeadersOf) => ({
  logger: loggerOf(serving),
  trustProxy: serving.trustProxy ?? [],
  bodyLimit: BODY_LIMIT,
  // The longest upload. What may take less is up to slow-bodies.ts.
  requestTimeout: 600_000,
  connectionTimeout: 60_000,
  // Nobody waits longer than 20 seconds, however slow the database is; a payment goes on behind the answer.
  handlerTimeout: 19_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  // A URL that cannot be decoded, for one, is refused before there is a route.
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerError(error, request, reply.headers(headersOf('/')).header('cache-control', 'no-store')),
  clientErrorHandler: refuseConnection(headersOf('/')),
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
})

const loggerOf = ({ logLevel = 'silent', logTo }: Serving) => ({
  level: logLevel,
  redact: ['req.headers.authorization'],
  serializers: { req: requestForLog, err: errorForLog, error: errorForLog },
  ...(logTo ? { stream: logTo } : {}),
})

/**
 * Gives every route of the API the guard that access.ts says. A route that is not in that table, or is described without
 * a name in operations.ts, stops the start.
 */
function guardRoutes(app: FastifyInstance, { db }: Shop) {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    for (const method of [route.method].flat()) {
      const access = accessOf(method, route.url)
      if (!access && !route.schema?.hide)
        throw new Error(`${method} ${route.url} has no entry in server/http/access.ts`)
      if (!operationOf(method, route.url) && !route.schema?.hide)
        throw new Error(`${method} ${route.url} has no entry in server/http/operations.ts`)
      if (access && access !== 'anyone') route.onRequest = [guardFor(access, db), ...[route.onRequest ?? []].flat()]
    }
  })
}

async function addRoutes(app: FastifyInstance, shop: Shop) {
  await app.register(catalogRoutes, { shop, prefix: '/api' })
  await app.register(categoryRoutes, { shop, prefix: '/api/categories' })
  await app.register(settingsRoutes, { shop, prefix: '/api' })
  await app.register(accountRoutes, { shop, prefix: '/api/users' })
  await app.register(orderRoutes, { shop, prefix: '/api/orders' })
  await app.register(deskRoutes, { shop, prefix: '/api/orders' })
  await app.register(couponRoutes, { shop, prefix: '/api/coupons' })
  await app.register(dashboardRoutes, { shop, prefix: '/api/dashboard' })
  await app.register(paymentRoutes, { shop, prefix: '/api' })
  await app.register(discrepancyRoutes, { shop, prefix: '/api/discrepancies' })
  await app.register(webhookRoutes, { shop, prefix: '/api/webhooks' })
  await app.register(appleRoutes, { shop })
  await app.register(policyReportRoutes, { shop, prefix: '/api' })
  await app.register(mediaRoutes, { shop })
  await app.register(uploadRoutes, { shop, prefix: '/api' })
  await app.register(healthRoutes, { shop })
  app.all('/api/*', { schema: { hide: true } }, (_, reply) => reply.callNotFound())
}
