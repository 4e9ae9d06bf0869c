import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Statement } from '#server/testing/plans.ts'

/** So far: microseconds of CPU, pages made instead of taken from the cache, statements sent to the database. */
export type Counts = { cpu: number; pages: number; queries: number }

export type Server = {
  url: string
  counts(): Promise<Counts>
  /** The statements that it sends to the database while `work` runs. */
  statements(work: () => Promise<unknown>): Promise<Statement[]>
  /** Resolves when it has emptied its cache of pages after so many notices of a change. */
  cleared(notices: number): Promise<unknown>
  stop(): Promise<void>
}

/** Starts what `server-process.ts` serves under that name, on a free port. Throws with what it printed when it ends instead. */
export async function startServer(
  name: 'fastify' | 'node' | 'shop',
  env: Record<string, string> = {},
): Promise<Server> {
  const child = fork(new URL('server-process.ts', import.meta.url), [name], {
    env: { ...process.env, PORT: '0', SHOP_URL: '', RATE_LIMITS: 'off', WORKERS: '1', ...env },
    silent: true,
  })
  let printed = ''
  child.stderr?.on('data', (text) => (printed += text))
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      printed += text
      const [, open] = /http:\/\/localhost:(\d+)/.exec(printed) ?? []
      if (open) resolve(open)
    })
    child.once('exit', (code) => reject(new Error(`The ${name} server ended with ${code}:\n${printed}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    counts() {
      child.send('counts')
      return nextMessage<Counts>(child, 'counts')
    },
    async statements(work) {
      child.send('record')
      await work()
      child.send('statements')
      return (await nextMessage<{ statements: Statement[] }>(child, 'statements')).statements
    },
    cleared: (notices) => nextMessage(child, 'cleared', notices),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The next message of that kind, or the last of the next so many; a message may stand for several. */
function nextMessage<Message>(child: ChildProcess, kind: string, times = 1) {
  return new Promise<Message>((resolve) => {
    let left = times
    const listen = (message: unknown) => {
      const { kind: of, times = 1 } = message as { kind: string; times?: number }
      if (of !== kind) return
      left -= times
      if (left > 0) return
      child.off('message', listen)
      resolve(message as Message)
    }
    child.on('message', listen)
  })
}
