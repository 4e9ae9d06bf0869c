import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { PhotoStore } from './store.ts'

/** Makes every missing form of every photograph in a process of low priority. `done` says when, `stop` ends it. */
export function warmPhotos({ place }: PhotoStore) {
  const child = fork(new URL('prewarm-process.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  // In a message, because arguments can be read by everybody on the machine.
  child.send(place)
  // The shop does not stay up for it.
  child.unref()
  child.channel?.unref()
  return { done: ended.then(([code]) => code === 0), stop: () => child.kill() }
}
