import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import type { Shop } from './app.ts'

const PATIENCE_MS = 2_000

/** For whoever watches over the shop: `/healthz` says that the process lives, `/readyz` that the database answers it. */
export const healthRoutes: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  app.addHook('onSend', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const isReady = await answersInTime(shop)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'no database' })
  })
}

function answersInTime({ db }: Shop) {
  const asked = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, setTimeout(PATIENCE_MS, false, { ref: false })])
}
