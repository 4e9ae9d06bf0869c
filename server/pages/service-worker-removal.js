// Stands at the worker's address when it is switched off: removes itself, and all that it kept.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('boutique-')) await caches.delete(name)
      await self.registration.unregister()
    })(),
  )
})
