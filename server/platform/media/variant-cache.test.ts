import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderStore } from './folder-store.ts'
import { IN_MEMORY_MAX } from './store.ts'
import { openVariantCache } from './variant-cache.ts'

/** A cache over a folder, and `load`, which writes a file, opens it through the cache and deletes it from the folder. */
async function openCache() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-variants-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = folderStore({ folder })
  const { open: find } = openVariantCache(store)
  const load = async (id: string, size: number) => {
    await store.write({ id }, Buffer.alloc(size))
    expect((await find({ id }))?.size).toBe(size)
    await store.remove([{ id }])
  }
  return { find, load }
}

test.for([0, 1, IN_MEMORY_MAX])('a file of %d bytes is read from the folder once', async (size) => {
  const { find, load } = await openCache()
  await load('pen', size)
  expect((await find({ id: 'pen' }))?.size).toBe(size)
})

test('a large file is never held in memory', async () => {
  const { find, load } = await openCache()
  await load('pen', IN_MEMORY_MAX + 1)
  expect(await find({ id: 'pen' })).toBeNull()
})

test('beyond 16 MB the least recently used files leave memory', async () => {
  const { find, load } = await openCache()
  for (let file = 0; file < 163; file++) await load(`file-${file}`, IN_MEMORY_MAX)
  expect(await find({ id: 'file-0' })).not.toBeNull()
  await load('one-more', IN_MEMORY_MAX)
  expect(await find({ id: 'file-1' })).toBeNull()
  expect(await find({ id: 'file-0' })).not.toBeNull()
})
