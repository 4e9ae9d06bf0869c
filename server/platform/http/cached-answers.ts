import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Sends the cached answer to a public read; undefined when the route has to answer itself. */
type SendCachedAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by `servePages`, which has the cache. */
    cachedAnswers: { send?: SendCachedAnswer }
  }
}

/** Has the cache answer first on the routes of the API that anyone may read. */
export function allowCachedAnswers(app: FastifyInstance) {
  const answers: FastifyInstance['cachedAnswers'] = {}
  app.decorate('cachedAnswers', answers)
  app.addHook('onRoute', (route) => {
    const isPublicRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    if (!isPublicRead || route.config?.access !== 'anyone') return
    const { handler } = route
    route.handler = function (request, reply) {
      return answers.send?.(request, reply) ?? handler.call(this, request, reply)
    }
  })
}
