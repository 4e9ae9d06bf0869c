import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A file with these bytes in a folder of its own, until the test ends; returns its path. */
export async function fileOf(content: string | Uint8Array, name = 'products.csv') {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
