// Child process of prewarm.ts: makes the missing variants, then exits. It runs at the lowest priority, and exits
// together with the shop.
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { PhotoWidth } from '#contract/photos.ts'
import { photoFileName, VARIANTS } from './file-names.ts'
import { openPhotoStore } from './open-store.ts'
import type { PhotoStore, StoreLocation } from './store.ts'
import { makeVariant } from './variants.ts'

/**
 * Widths of the product grid come first: browsers request them first. Larger ones are made when a dense screen asks.
 */
const WIDTHS: PhotoWidth[] = [480, 320, 640, 960, 160, 1200]
const VARIANTS_IN_ORDER = WIDTHS.flatMap((widthInOrder) => VARIANTS.filter(({ width }) => width === widthInOrder))

setPriority(constants.priority.PRIORITY_LOW)
process.on('disconnect', () => process.exit(0))
const [place] = (await once(process, 'message')) as [StoreLocation]
const store = openPhotoStore(place)
await store.tidy()
await makeMissingVariants(store)
process.exit(0)

async function makeMissingVariants(store: PhotoStore) {
  const files = await store.list()
  const existingNames = new Set(files.map(photoFileName))
  const photos = files.filter(({ variant }) => !variant)
  const brokenOriginals = new Set<string>()
  for (const variant of VARIANTS_IN_ORDER)
    for (const { id } of photos) {
      const file = { id, variant }
      if (brokenOriginals.has(id) || existingNames.has(photoFileName(file))) continue
      await makeVariant(store, file).catch((error: Error) => {
        brokenOriginals.add(id)
        console.error(`Photo ${id} cannot be read: ${error.message}`)
      })
    }
}
