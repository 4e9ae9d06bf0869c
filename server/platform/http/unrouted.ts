import type { FastifyInstance } from 'fastify'
import { REFUSALS } from './error-handler.ts'

/** The route of calls that the API does not have. */
export const UNKNOWN_CALL = '/api/*'

/**
 * Answers requests without a route: 405 with `Allow` when their path has other methods (RFC 9110, 15.5.6), else 404.
 * It is added before the routes.
 */
export function refuseUnrouted(app: FastifyInstance) {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url === UNKNOWN_CALL) return
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    paths.set(url, path)
    for (const one of [method].flat()) path.methods.add(one)
  })
  const methodsOf = (path: string) => {
    const matches = [...paths].filter(([url, { pattern }]) => isCall(url) === isCall(path) && pattern.test(path))
    return new Set(matches.flatMap(([, { methods }]) => [...methods]))
  }
  app.setNotFoundHandler(({ method, url }, reply) => {
    const methods = methodsOf(url.split('?', 1).join())
    // Routes, too, answer 404 by this handler.
    const status = methods.size === 0 || methods.has(method) ? 404 : 405
    if (status === 405) reply.header('allow', [...methods].join(', '))
    return reply.code(status).send(REFUSALS[status])
  })
}

/** The route of all pages is not one of calls. */
const isCall = (path: string) => path.startsWith('/api/')

/** The paths of a route, with or without a slash at the end. */
function patternOf(url: string) {
  const path = url.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '.*')
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)
}
