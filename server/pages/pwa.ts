// Progressive web app: manifest, service worker and offline page.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { ShownLook } from '#contract/look.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { SendCached } from './cache.ts'
import type { PublicReads } from './public-data.ts'
import { offlinePage } from './standalone-pages.ts'
import { SETTINGS } from './tags.ts'

type Options = { reads: Pick<PublicReads, 'shop' | 'look'>; sendCached: SendCached; worker?: boolean }

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/**
 * Serves the web manifest, the offline page and the service worker. With `worker` false, /worker.js holds a service
 * worker that unregisters itself and deletes its caches.
 */
export async function servePwa(app: FastifyInstance, { reads, sendCached, worker = true }: Options) {
  const shown = async () => {
    const [shop, look] = await Promise.all([reads.shop(), reads.look()])
    return [shop.value, look.value] as const
  }
  const source = await readFile(
    new URL(worker ? 'service-worker.js' : 'service-worker-removal.js', import.meta.url),
    'utf8',
  )
  const made: Record<string, () => Promise<{ type: string; text: string }>> = {
    '/manifest.webmanifest': async () => ({ type: 'application/manifest+json', text: manifestOf(...(await shown())) }),
    '/offline': async () => ({ type: 'text/html; charset=utf-8', text: offlinePage(...(await shown())) }),
    '/worker.js': async () => ({ type: 'text/javascript; charset=utf-8', text: source }),
  }
  for (const [path, make] of Object.entries(made))
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      sendCached({ request, reply }, path, async () => ({ status: 200, tags: [SETTINGS], ...(await make()) })),
    )
}

const manifestOf = ({ name, tagline }: ShopInfo, { paper, icons }: ShownLook) =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name.length > MAX_UNDER_ICON ? name.split(' ')[0] : name,
    description: tagline || undefined,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: paper,
    theme_color: paper,
    icons: ICONS.map((icon) => ({ ...icon, src: `${icon.src}?${icons}` })),
  })

/** Longest name, in characters, that phones show under an icon. */
const MAX_UNDER_ICON = 12
