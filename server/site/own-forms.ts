import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'

/** Much more than the longest answers and gift note take. */
const BODY_LIMIT = 32 * 1024

/** What browsers say of a request of the shop's own pages, if they say something. */
const OWN_SITES: unknown[] = [undefined, 'same-origin', 'none']

/** Accepts forms as the only bodies, sent by the shop's own pages, and keeps the answers out of every cache. */
export function acceptOwnForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  const type = 'application/x-www-form-urlencoded'
  scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  scope.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.header('cache-control', 'no-store')
    if (method === 'POST' && !OWN_SITES.includes(headers['sec-fetch-site']))
      throw new AppError('forbidden', REQUESTS.otherSite)
  })
}
