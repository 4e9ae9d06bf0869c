import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../context.ts'

/** What Apple asks a domain for before it may offer Apple Pay. The file comes from Square and changes: it is read each time. */
export const appleRoutes: FastifyPluginAsync<{ context: Context }> = async (app, { context }) => {
  const path = '/.well-known/apple-developer-merchantid-domain-association'
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    if (!context.appleDomainFile) return reply.callNotFound()
    const file = await readFile(context.appleDomainFile).catch((error: unknown) => request.log.error(error))
    if (!file) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(file)
  })
}
