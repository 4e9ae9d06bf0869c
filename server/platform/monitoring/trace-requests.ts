import * as api from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { startSpan } from '#server/platform/lib/tracing.ts'

const { context, propagation, ROOT_CONTEXT, SpanStatusCode, trace } = api

/**
 * Makes a span of each request that Fastify sees, named after its route: an address may have a token in it. It continues
 * the trace of `traceparent` when a proxy of TRUST_PROXY sent it, and of nobody else: they would decide what is sampled.
 */
export function traceRequests(app: FastifyInstance) {
  const contexts = new WeakMap<FastifyRequest, api.Context>()
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const around = isForwarded(request) ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = context.with(around, () => startSpan(`${method} ${route}`, 'SERVER', attributes))
    if (!span) return done()
    const ownContext = trace.setSpan(around, span)
    contexts.set(request, ownContext)
    context.with(ownContext, done)
  })
  // Reading a body leaves the context.
  app.addHook('preValidation', (request, _, done) => context.with(contexts.get(request) ?? ROOT_CONTEXT, done))
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const ownContext = contexts.get(request)
    const span = ownContext && trace.getSpan(ownContext)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** Whether a trusted proxy sent the request and said for whom. */
const isForwarded = ({ ips = [] }: FastifyRequest) => ips.length > 1
