import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '#server/platform/context.ts'

/** Serves the file that proves the domain to Apple Pay. Square provides and replaces it, so every request reads it. */
export const applePayRoutes: FastifyPluginAsync<{ context: Context }> = async (app, { context }) => {
  const path = '/.well-known/apple-developer-merchantid-domain-association'
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    if (!context.appleDomainFile) return reply.callNotFound()
    const file = await readFile(context.appleDomainFile).catch((error: unknown) => request.log.error(error))
    if (!file) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(file)
  })
}
