import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { inRequest, nameRequestsInLog } from '../db/request-ids.ts'
import type { Env } from '../env.ts'
import type { Job } from '../lib/jobs.ts'
import { isTracing } from '../lib/tracing.ts'
import { openResponseCount } from './response-count.ts'
import { startWatchingProcess } from './watch.ts'

/** Observes this process: its responses for the alerts and, with METRICS_PORT, everything for the metrics. */
export async function openMonitoring(env: Env, { db, gateway }: Pick<Context, 'db' | 'gateway'>) {
  const responses = openResponseCount()
  const metrics = env.METRICS_PORT
    ? (await import('./process-metrics.ts')).openProcessMetrics({ db, gateway })
    : undefined
  const traceRequests = isTracing() ? (await import('./trace-requests.ts')).traceRequests : undefined
  return {
    metrics,
    /** Whether it measures or traces each request, or has the database's log name it. */
    observesRequests: Boolean(metrics ?? traceRequests) || env.LOG_REQUEST_IDS,
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

/** Has the database's log name the requests of an application. Reading a body leaves the request's context. */
function nameRequests(app: FastifyInstance, db: Database) {
  nameRequestsInLog(db.$client)
  app.addHook('onRequest', ({ id }, _, done) => inRequest(id, done))
  app.addHook('preValidation', ({ id }, _, done) => inRequest(id, done))
}
