// A process of its own, started by prewarm.ts: makes every form that is missing, then ends. It gives way to everything
// else on the machine, and ends when the shop does.
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { PhotoWidth } from '#contract/photos.ts'
import { FORMS, nameOf } from './file-names.ts'
import { openPhotos } from './open-store.ts'
import type { PhotoPlace, PhotoStore } from './store.ts'
import { makeForm } from './variants.ts'

/** The sizes of the product grid first: they are asked for first. */
const WIDTHS: PhotoWidth[] = [480, 320, 640, 960, 160, 1200]
const IN_ORDER = WIDTHS.flatMap((wanted) => FORMS.filter(({ width }) => width === wanted))

setPriority(constants.priority.PRIORITY_LOW)
process.on('disconnect', () => process.exit(0))
const [place] = (await once(process, 'message')) as [PhotoPlace]
const store = openPhotos(place)
await store.tidy()
await makeMissing(store)
process.exit(0)

async function makeMissing(store: PhotoStore) {
  const files = await store.list()
  const made = new Set(files.map(nameOf))
  const photos = files.filter(({ form }) => !form)
  const broken = new Set<string>()
  for (const form of IN_ORDER)
    for (const { id } of photos) {
      const file = { id, form }
      if (broken.has(id) || made.has(nameOf(file))) continue
      await makeForm(store, file).catch((error: Error) => {
        broken.add(id)
        console.error(`The photograph ${id} cannot be read: ${error.message}`)
      })
    }
}
