import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a file is called while it is being written. */
export const UNFINISHED = '.unfinished-'

/** Writes a file of a folder, which is made when missing: others see all of it or nothing, whatever happens meanwhile. */
export async function writeWhole(folder: string, name: string, bytes: Uint8Array) {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`)
  try {
    await writeFile(unfinished, bytes, { flush: true })
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Whether there is such a file or folder. */
export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
