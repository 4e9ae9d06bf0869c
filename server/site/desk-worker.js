// The desk's service worker: that of the shop, and with it notifications, and photos that the phone shares with the desk.
// It caches those until the desk has made a product of them, also while somebody signs in.
importScripts(`/worker.js${self.location.search}`)

const SHARED = 'desk-shared-photos'
const SHARED_PHOTOS = '/admin/shared-photos'

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  // A second copy of a notification has the same tag, and replaces the first without a sound.
  const options = { body, tag, icon: '/icon-192.png', data: { path } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

/** Shows the page in the desk that is open, or opens one. */
async function openPage(path) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const desk = windows.find(({ url }) => new URL(url).pathname.startsWith('/admin'))
  if (!desk) return self.clients.openWindow(path)
  // Browsers allow it after a click, and some not always.
  await desk.focus().catch(() => {})
  return desk.navigate(path).catch(() => self.clients.openWindow(path))
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const isShared = method === 'POST' && new URL(url).pathname === SHARED_PHOTOS
  if (isShared) event.respondWith(takePhotos(event.request))
})

/** Caches shared photos, each under a URL of its own with its name, and leads to their page. */
async function takePhotos(request) {
  const form = await request.formData()
  const cache = await caches.open(SHARED)
  for (const file of form.getAll('photos')) {
    if (!(file instanceof File)) continue
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
    await cache.put(`${SHARED_PHOTOS}/${crypto.randomUUID()}`, new Response(file, { headers }))
  }
  return Response.redirect(SHARED_PHOTOS, 303)
}
