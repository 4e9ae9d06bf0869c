import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type FontPair, fontStyles } from '#contract/look-choices.ts'
import type { Assets, Render } from '#contract/rendering.ts'
import type { Context } from '#server/platform/context.ts'
import { ENTRIES } from './assets.ts'
import { pageUrl } from './cache-key.ts'
import { serveIcons } from './icons.ts'
import { serveLookPreview } from './look-preview.ts'
import { servePlainCheckout } from './plain-checkout.ts'
import { type PublicReads, recordTags } from './public-data.ts'

type FromSource = Pick<Assets, 'owns' | 'shopUrl'> &
  Pick<Context, 'db' | 'rateLimits' | 'robotCheck'> & { reads: PublicReads; dataDir: string }

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Serves pages from source through Vite in this process: hot reload, no cache. */
export async function servePagesFromSource(
  app: FastifyInstance,
  { db, rateLimits, robotCheck, reads, dataDir, ...source }: FromSource,
) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server: app.server },
      // Vite's default, and the shop's data.
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/data/**', `${dataDir}/**`] },
    },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', ({ raw }, reply, next) => vite.middlewares(raw, reply.raw, next))
  const assets = {
    styles: (fonts: FontPair, look: string) =>
      `<link rel="stylesheet" href="/app/web/app.css"><link rel="stylesheet" href="/${fontStyles(fonts)}"><style>${look}</style>`,
    fonts: () => [],
    scripts: (part: keyof typeof ENTRIES) => ({ entry: `/${ENTRIES[part]}`, preload: [] }),
    ...source,
  }
  const render: Render = async (...page) => {
    const entry = (await vite.ssrLoadModule('/app/web/entry-server.tsx')) as { render: Render }
    return entry.render(...page)
  }
  serveIcons(app, { db, reads })
  serveLookPreview(app, { db, reads, render, assets })
  await servePlainCheckout(app, {
    context: { db, rateLimits, robotCheck },
    reads,
    admit: () => {},
    render: (_, ...page) => render(...page),
    assets,
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    try {
      const { status, html, location } = await render(pageUrl(request.url), recordTags(reads).data, assets)
      if (location) return reply.redirect(location, status)
      return (
        reply
          .code(status)
          .type('text/html')
          // Vite adds inline scripts to the page.
          .removeHeader('content-security-policy')
          .send(await vite.transformIndexHtml(request.url, html))
      )
    } catch (error) {
      vite.ssrFixStacktrace(error as Error)
      throw error
    }
  })
}
