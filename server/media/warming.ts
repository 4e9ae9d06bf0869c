import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { PhotoStore } from './photos.ts'

/** Makes every missing form of every photograph in a process of low priority. `done` says when, `stop` ends it. */
export async function warmPhotos(store: PhotoStore) {
  await mkdir(store.folder, { recursive: true })
  const child = fork(new URL('warm.ts', import.meta.url), [store.folder], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  // The shop does not stay up for it.
  child.unref()
  child.channel?.unref()
  return { done: ended.then(([code]) => code === 0), stop: () => child.kill() }
}
