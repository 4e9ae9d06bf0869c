import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { PhotoStore } from './store.ts'

/** Makes all missing variants in a child process of low priority. `done` resolves to its success, `stop` kills it. */
export function prewarmVariants({ location }: PhotoStore) {
  const child = fork(new URL('prewarm-process.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const childExit = once(child, 'exit')
  // The location holds the bucket's secret: every user of the machine can read command line arguments.
  child.send(location)
  // The child does not keep the shop's process alive.
  child.unref()
  child.channel?.unref()
  return { done: childExit.then(([code]) => code === 0), stop: () => child.kill() }
}
