// Photos that the phone has shared with the installed desk, where its service worker cached them. A sign-out deletes them.
import { SHARED_PHOTOS } from '#web/lib/drafts.ts'

/** The photos that wait to become a product, the first that was shared first. */
export async function sharedPhotos(): Promise<File[]> {
  const cache = await caches.open(SHARED_PHOTOS)
  const files = (await cache.keys()).map(async (request) => {
    const photo = await cache.match(request)
    if (!photo) return []
    const name = decodeURIComponent(photo.headers.get('x-file-name') ?? '')
    return new File([await photo.blob()], name || 'photo', { type: photo.headers.get('content-type') ?? '' })
  })
  return (await Promise.all(files)).flat()
}

/** Deletes them, once the shop has them or nobody wants them. */
export const forgetSharedPhotos = () => caches.delete(SHARED_PHOTOS)
