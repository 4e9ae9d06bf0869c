// A process of its own, started by warming.ts: makes every form that is missing, then ends. It gives way to everything
// else on the machine, and ends when the shop does.
import { readdir, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { PHOTO_FORMATS, type PhotoWidth } from '#contract/photos.ts'
import { makeForm } from './forms.ts'
import { hasFile, photoFile, UNFINISHED } from './photos.ts'

/** The sizes of the product grid first: they are asked for first. */
const WIDTHS: PhotoWidth[] = [480, 320, 640, 960, 160, 1200]
const HOUR = 3_600_000

const folder = process.argv[2]
if (!folder) throw new Error('Which folder?')
setPriority(constants.priority.PRIORITY_LOW)
process.on('disconnect', () => process.exit(0))
await removeUnfinished(folder)
await makeMissing(folder)
process.exit(0)

async function makeMissing(folder: string) {
  const photos = (await readdir(folder)).flatMap((name) => photoFile(name) ?? []).filter(({ form }) => !form)
  const broken = new Set<string>()
  for (const width of WIDTHS)
    for (const format of PHOTO_FORMATS)
      for (const { id } of photos) {
        const file = { id, form: { width, format } }
        if (broken.has(id) || (await hasFile({ folder }, file))) continue
        await makeForm({ folder }, file).catch((error: Error) => {
          broken.add(id)
          console.error(`The photograph ${id} cannot be read: ${error.message}`)
        })
      }
}

/** What a process that was killed while writing has left. */
async function removeUnfinished(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED))
  for (const path of names.map((name) => join(folder, name)))
    if ((await stat(path)).mtimeMs < Date.now() - HOUR) await rm(path, { force: true })
}
