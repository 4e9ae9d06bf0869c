import { setTimeout } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import pg from 'pg'
import type { Context } from '#server/platform/context.ts'
import { ignoreConnectionErrors } from '#server/platform/db/client.ts'

const PATIENCE_MS = 1_500

/** Health checks: `/healthz` says that the process runs, `/readyz` that it may be sent requests. */
export const healthRoutes: FastifyPluginAsync<{ context: Context }> = async (app, { context }) => {
  // A pool of its own: a shop whose connections are all in use is busy, but has a database.
  const connection = ignoreConnectionErrors(
    new pg.Pool({
      ...context.db.$client.options,
      max: 1,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    }),
  )
  app.addHook('onClose', () => connection.end())
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const status = app.isDraining ? 'stopping' : (await answersInTime(connection)) ? 'ok' : 'no database'
    return reply.code(status === 'ok' ? 200 : 503).send({ status })
  })
}

function answersInTime(connection: pg.Pool) {
  const query = connection.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([query, setTimeout(PATIENCE_MS, false, { ref: false })])
}
