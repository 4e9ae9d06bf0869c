import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/client.ts'
import { inRequest, nameRequestsInLog } from '#server/platform/db/request-ids.ts'
import type { Job } from '#server/platform/lib/jobs.ts'
import { isTracing } from '#server/platform/lib/tracing.ts'
import { openResponseCount } from '#server/platform/monitoring/response-count.ts'
import { startWatchingProcess } from './watch.ts'

/** Observes this process: its responses for the alerts and, with METRICS_PORT, everything for the metrics. */
export async function openMonitoring(env: Env, { db, gateway }: Pick<Context, 'db' | 'gateway'>) {
  const responses = openResponseCount()
  const metrics = env.METRICS_PORT ? await openMetrics({ db, gateway }) : undefined
  const traceRequests = isTracing()
    ? (await import('#server/platform/monitoring/trace-requests.ts')).traceRequests
    : undefined
  return {
    metrics,
    /** Adds the hooks that see every request but those that the page cache answers, before the application has routes. */
    observe(app: FastifyInstance) {
      traceRequests?.(app)
      if (env.LOG_REQUEST_IDS) nameRequests(app, db)
      app.addHook('onResponse', (request, reply, done) => {
        responses.note(reply.statusCode)
        metrics?.note(request, reply)
        done()
      })
    },
    /** Starts the job that reports the faults which only this process can see. */
    watch: ({ log }: FastifyInstance): Job => startWatchingProcess({ db, gateway, responses, log }),
  }
}

/** The metrics of this process. Their library is loaded only for them. */
async function openMetrics({ db, gateway }: Pick<Context, 'db' | 'gateway'>) {
  const [{ openProcessMetrics }, { addPageMetrics }, { addCardServiceMetrics }] = await Promise.all([
    import('#server/platform/monitoring/process-metrics.ts'),
    import('#server/site/page-metrics.ts'),
    import('#server/shop/payments/card-service-metrics.ts'),
  ])
  const metrics = openProcessMetrics(db)
  addPageMetrics(metrics.registry)
  addCardServiceMetrics(metrics.registry, gateway)
  return metrics
}

/** Has the database's log name the requests of an application. Reading a body leaves the request's context. */
function nameRequests(app: FastifyInstance, db: Database) {
  nameRequestsInLog(db.$client)
  app.addHook('onRequest', ({ id }, _, done) => inRequest(id, done))
  app.addHook('preValidation', ({ id }, _, done) => inRequest(id, done))
}
