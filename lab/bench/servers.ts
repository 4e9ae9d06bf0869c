import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type ShopEnv, startShop } from '#scripts/start-shop.ts'
import type { Statement } from '#server/testing/plans.ts'
import type { Counts } from './counts.ts'
import { proveStart } from './start-proof.ts'

/** A server under measurement. */
export type Server = { url: string; counts(): Promise<Counts>; stop(): Promise<unknown> }

export type ShopServer = Server & {
  /** The id of its process. */
  pid: number | undefined
  /** The statements that requests send to the database while `work` runs. */
  statements(work: () => Promise<unknown>): Promise<Statement[]>
  /** Resolves when it has emptied its cache of pages after so many notices of a change, if REPORT_CLEARED is 1. */
  cleared(notices: number): Promise<unknown>
}

const PROBE = new URL('shop-probe.ts', import.meta.url).href

/** Starts a shop with the settings of `npm start`, which are proven of its process, on a free port. */
export async function startShopServer(env: ShopEnv): Promise<ShopServer> {
  const probedEnv = { ...env, NODE_OPTIONS: `--import=${PROBE}` }
  const { url, process: child, stop } = await startShop(probedEnv, undefined, { hasMessages: true })
  await proveStart(child.pid)
  return {
    url: url.replace('localhost', '127.0.0.1'),
    pid: child.pid,
    counts: () => countsOf(child),
    async statements(work) {
      child.send('record')
      await work()
      child.send('statements')
      return (await nextMessage<{ statements: Statement[] }>(child, 'statements')).statements
    },
    cleared: (notices) => nextMessage(child, 'cleared', notices),
    stop,
  }
}

/** Starts what `reference-server.ts` serves under that name, on a free port. Throws with what it printed when it ends instead. */
export async function startReference(name: 'fastify' | 'node', env: Record<string, string> = {}): Promise<Server> {
  const child = fork(new URL('reference-server.ts', import.meta.url), [name], {
    env: { ...process.env, ...env },
    silent: true,
  })
  let output = ''
  child.stderr?.on('data', (text) => (output += text))
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      output += text
      const [, open] = /http:\/\/localhost:(\d+)/.exec(output) ?? []
      if (open) resolve(open)
    })
    child.once('exit', (code) => reject(new Error(`The ${name} server ended with ${code}:\n${output}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    counts: () => countsOf(child),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function countsOf(child: ChildProcess) {
  child.send('counts')
  return nextMessage<Counts>(child, 'counts')
}

/** The next message of that kind, or the last of the next so many; a message may stand for several. */
function nextMessage<Message>(child: ChildProcess, kind: string, times = 1) {
  return new Promise<Message>((resolve) => {
    let noticesLeft = times
    const listen = (message: unknown) => {
      const { kind: of, times = 1 } = message as { kind: string; times?: number }
      if (of !== kind) return
      noticesLeft -= times
      if (noticesLeft > 0) return
      child.off('message', listen)
      resolve(message as Message)
    }
    child.on('message', listen)
  })
}
