import Fastify, { type FastifyInstance } from 'fastify'
import { createPageCache, sendPage } from '#server/site/page-cache.ts'
import type { DocumentedRoute } from './openapi.ts'

/**
 * Serves OpenAPI 3.1 at `/api/openapi.json` and readable documentation at `/api/docs`, of the routes that are registered
 * after this. `shopUrl` is the server's URL.
 */
export function serveApiDocs(app: FastifyInstance, shopUrl: string) {
  const routes: DocumentedRoute[] = []
  const pages = createPageCache(app.headersOf)
  let page: ReturnType<typeof pages.make> | undefined
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && !schema?.hide) routes.push({ method, url, ...(schema ? { schema } : {}) })
  })
  const describe = async () => {
    const { openApiDocument } = await import('./openapi.ts')
    const text = JSON.stringify(await openApiDocument(routes, shopUrl))
    // Kept here for as long as the process runs, and by no CDN, which would not hear of a new version.
    return { status: 200, type: 'application/json; charset=utf-8', text, tags: [], isCacheable: false }
  }
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    page ??= pages.make(request.routeOptions.url ?? '', describe)
    return sendPage(request, reply, await page)
  })
  app.get('/api/docs', { schema: { hide: true } }, (_, reply) => reply.type('text/html').send(READER))
  app.get('/api/docs/reader.js', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'max-age=86400')
      .send(await readerScript()),
  )
}

/** Options of the reader that turn off all requests to other servers: fonts, assistants, telemetry and sharing. */
const READER_SETTINGS = {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
}

const READER = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boutique API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<script id="api-reference" data-url="/api/openapi.json" data-configuration='${JSON.stringify(READER_SETTINGS)}'></script>
<script src="/api/docs/reader.js"></script>
</body>
</html>`

let reader: Promise<Buffer> | undefined

/** Scalar's script, 3 MB. Most processes never serve it, so the first visit to the docs loads it. */
function readerScript() {
  reader ??= import('@scalar/fastify-api-reference').then(async ({ default: scalar }) => {
    const app = Fastify()
    await app.register(scalar, { routePrefix: '/', configuration: { content: '{}' } })
    const { rawPayload } = await app.inject('/js/scalar.js')
    await app.close()
    return rawPayload
  })
  return reader
}
