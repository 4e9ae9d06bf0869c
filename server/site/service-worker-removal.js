// Replaces the service worker when it is switched off: unregisters itself and deletes its caches.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('boutique-')) await caches.delete(name)
      await self.registration.unregister()
    })(),
  )
})
