// Progressive web app: manifest, service worker and offline page.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ShownLook } from '#contract/look.ts'
import { DESK_MANIFEST, SHARED_PHOTOS, SHARED_PHOTOS_FIELD, SHOP_MANIFEST } from '#contract/manifests.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { SETTINGS } from '#server/shop/public-tags.ts'
import type { readAssets } from './assets.ts'
import type { SendCached } from './page-cache.ts'
import type { PublicReads } from './public-data.ts'
import { offlinePage } from './standalone-pages.ts'
import { DESK_APP } from './texts.ts'

type Options = {
  reads: Pick<PublicReads, 'shop' | 'look'>
  sendCached: SendCached
  fonts: Pick<Awaited<ReturnType<typeof readAssets>>, 'fonts' | 'fontStyles'>
  worker?: boolean
}

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/**
 * Serves the web manifests of the shop and its desk, the offline page and the service workers. With `worker` false, these
 * unregister themselves and delete their caches.
 */
export async function servePwa(app: FastifyInstance, { reads, sendCached, fonts, worker = true }: Options) {
  const readIdentity = async () => {
    const [shop, look] = await Promise.all([reads.shop(), reads.look()])
    return [shop.value, look.value] as const
  }
  const offlineHtml = async () => {
    const [shop, look] = await readIdentity()
    return offlinePage(shop, look, { styles: fonts.fontStyles(look.fonts), files: fonts.fonts(look.fonts) })
  }
  const sourceOf = (file: string) =>
    readFile(new URL(worker ? file : 'service-worker-removal.js', import.meta.url), 'utf8')
  const [source, deskSource] = await Promise.all([sourceOf('service-worker.js'), sourceOf('desk-worker.js')])
  const generatedFiles: Record<string, () => Promise<{ type: string; text: string }>> = {
    [SHOP_MANIFEST]: async () => ({
      type: 'application/manifest+json',
      text: manifestOf(...(await readIdentity())),
    }),
    [DESK_MANIFEST]: async () => ({
      type: 'application/manifest+json',
      text: deskManifestOf(...(await readIdentity())),
    }),
    '/offline': async () => ({ type: 'text/html; charset=utf-8', text: await offlineHtml() }),
    '/worker.js': async () => ({ type: 'text/javascript; charset=utf-8', text: source }),
    '/admin/worker.js': async () => ({ type: 'text/javascript; charset=utf-8', text: deskSource }),
  }
  for (const [path, make] of Object.entries(generatedFiles))
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      sendCached({ request, reply }, path, async () => ({ status: 200, tags: [SETTINGS], ...(await make()) })),
    )
  // Where no service worker takes the photos, their page says so. The body, which may be of any kind, is not read.
  const toPage = (_: FastifyRequest, reply: FastifyReply) => void reply.redirect(SHARED_PHOTOS, 303)
  app.post(SHARED_PHOTOS, { schema: { hide: true }, onRequest: toPage }, toPage)
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

/** The manifest of the desk. Its scope has the pages of orders, too, which are not below /admin. */
const deskManifestOf = ({ name }: ShopInfo, { paper, icons }: ShownLook) =>
  JSON.stringify({
    id: '/admin',
    name: DESK_APP.name(name),
    short_name: DESK_APP.shortName,
    description: DESK_APP.description,
    start_url: '/admin',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: paper,
    theme_color: paper,
    icons: ICONS.map((icon) => ({ ...icon, src: `${icon.src}?${icons}` })),
    shortcuts: DESK_APP.shortcuts.map((shortcut) => ({
      ...shortcut,
      icons: [{ src: `/icon-192.png?${icons}`, sizes: '192x192', type: 'image/png' }],
    })),
    share_target: {
      action: SHARED_PHOTOS,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARED_PHOTOS_FIELD, accept: ['image/*'] }] },
    },
  })

/** Longest name, in characters, that phones show under an icon. */
const MAX_UNDER_ICON = 12
