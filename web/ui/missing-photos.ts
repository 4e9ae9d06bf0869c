import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'

/**
 * Replaces photos of the page that cannot be loaded, now or later, by the placeholder. Those of islands are React's:
 * they need `hydrate`.
 */
export function replaceMissingPhotos(hydrate: () => void) {
  const replace = (photo: HTMLImageElement) => (photo.closest('[data-island]') ? hydrate() : showPlaceholder(photo))
  for (const photo of document.images)
    if (photo.currentSrc && photo.complete && photo.naturalWidth === 0) replace(photo)
  // Errors of images do not bubble.
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replace(target), true)
}

function showPlaceholder(photo: HTMLImageElement) {
  if (!photo.closest('picture') || photo.getAttribute('src') === PLACEHOLDER_PHOTO) return
  for (const source of photo.closest('picture')?.querySelectorAll('source') ?? []) source.remove()
  photo.src = PLACEHOLDER_PHOTO
}
