// The shop's service worker. It keeps two kinds of things: the page for times without a network, and built files, whose
// names change with their contents. No page, no answer of the API and nothing about a person is ever kept.
// The entry's name stands in this script's address: a new version of the shop is a new worker with an empty cache.
const KEPT = `boutique-${new URL(self.location.href).search}`
const OFFLINE = '/offline'

self.addEventListener('install', (event) => {
  const keep = caches.open(KEPT).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' })))
  event.waitUntil(keep.then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('boutique-') && name !== KEPT) await caches.delete(name)
      // The page is asked for while this worker is still starting.
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

/** From the network, or not at all. */
async function pageOf({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

async function builtFile(request) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => {})
  return answer
}
