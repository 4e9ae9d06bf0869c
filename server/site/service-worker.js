// The shop's service worker. It caches the offline page, and built files, whose names change with their contents.
// It caches no other page, no API response and nothing about a user.
// The URL of this script holds the name of the entry: a new version of the shop is a new worker with an empty cache.
const CACHE = `boutique-${new URL(self.location.href).search}`
const OFFLINE = '/offline'

self.addEventListener('install', (event) => {
  event.waitUntil(cacheOfflinePage().then(() => self.skipWaiting()))
})

/** Caches the offline page, and the typefaces that it preloads, which the browser has from the page that is open. */
async function cacheOfflinePage() {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(OFFLINE, { cache: 'reload' }))
  const html = await (await cache.match(OFFLINE)).text()
  const fonts = Array.from(html.matchAll(/ href="(\/assets\/[^"]+\.woff2)"/g), ([, path]) => path)
  // Without them the page shows other letters.
  await cache.addAll(fonts).catch(() => {})
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('boutique-') && name !== CACHE) await caches.delete(name)
      // The browser requests the page while this worker is still starting.
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageOf(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(builtFile(request))
})

/** The page from the network, or the offline page. */
async function pageOf({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

async function builtFile(request) {
  const cache = await caches.open(CACHE)
  const cached = await cache.match(request)
  if (cached) return cached
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => {})
  return answer
}
