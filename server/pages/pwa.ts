// What makes the shop installable, and lets it say a word when the network is gone.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'
import { prepareSettings } from '../settings/settings.ts'
import type { SendKept } from './cache.ts'
import { offlinePage } from './standalone-pages.ts'

type Options = { db: Db; sendKept: SendKept; worker?: boolean }

/** As in web/ui/tokens.css: paper. */
const PAPER = '#faf6ee'

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/**
 * The web manifest, the page for times without a network, and the worker that keeps it. With the worker switched off,
 * the one that browsers have is replaced by one that removes itself and all it kept.
 */
export async function serveInstallation(app: FastifyInstance, { db, sendKept, worker = true }: Options) {
  const settings = prepareSettings(db)
  const source = await readFile(
    new URL(worker ? 'service-worker.js' : 'service-worker-removal.js', import.meta.url),
    'utf8',
  )
  const made: Record<string, () => Promise<{ type: string; text: string }>> = {
    '/manifest.webmanifest': async () => ({ type: 'application/manifest+json', text: manifestOf(await settings()) }),
    '/offline': async () => ({ type: 'text/html; charset=utf-8', text: offlinePage(await settings()) }),
    '/worker.js': async () => ({ type: 'text/javascript; charset=utf-8', text: source }),
  }
  for (const [path, make] of Object.entries(made))
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      sendKept({ request, reply }, path, async () => ({ status: 200, ...(await make()) })),
    )
}

const manifestOf = ({ name, tagline }: { name: string; tagline: string }) =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name.length > MOST_UNDER_ICON ? name.split(' ')[0] : name,
    description: tagline || undefined,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: PAPER,
    theme_color: PAPER,
    icons: ICONS,
  })

/** Longer names are cut under the icon. */
const MOST_UNDER_ICON = 12
