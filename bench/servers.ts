import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Server = {
  url: string
  /** Microseconds of CPU used so far. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts what `served.ts` serves under that name, on a free port. Throws with what it printed when it ends instead. */
export async function startServer(name: 'bare' | 'shop', env: Record<string, string> = {}): Promise<Server> {
  const child = fork(new URL('served.ts', import.meta.url), [name], {
    env: { ...process.env, PORT: '0', SHOP_URL: '', RATE_LIMITS: 'off', ...env },
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
    async cpu() {
      child.send('cpu')
      const [{ user, system }] = await once(child, 'message')
      return user + system
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
