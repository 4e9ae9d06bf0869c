import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { inRequest, nameRequestsInLog } from '../db/request-ids.ts'
import type { Env } from '../env.ts'
import type { Job } from '../lib/jobs.ts'
import type { Opening } from '../process/opening.ts'
import { openResponseCount } from './response-count.ts'
import { startWatchingProcess } from './watch.ts'

/** Observes this process: its responses for the alerts and, with METRICS_PORT, everything for the metrics. */
export async function openMonitoring(env: Env, { db, gateway }: Pick<Context, 'db' | 'gateway'>) {
  const responses = openResponseCount()
  const [measuring, serving] = env.METRICS_PORT
    ? await Promise.all([import('./process-metrics.ts'), import('./serve-metrics.ts')])
    : []
  const metrics = measuring?.openProcessMetrics({ db, gateway })
  return {
    /** Adds the hooks that see every request but those that the page cache answers, before the application has routes. */
    observe(app: FastifyInstance) {
      if (env.LOG_REQUEST_IDS) nameRequests(app, db)
      app.addHook('onResponse', (request, reply, done) => {
        responses.note(reply.statusCode)
        metrics?.note(request, reply)
        done()
      })
    },
    /** Serves the metrics, unless a primary process does for its workers. */
    async serve(cachedServed: () => number, opening: Opening) {
      metrics?.countCached(cachedServed)
      if (cluster.isWorker) return metrics?.shareWithPrimary()
      await serving?.serveMetrics(env, db, opening, metrics?.registry)
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
