import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export type RunningShop = {
  url: string
  process: ChildProcess
  /** Its output so far. */
  output(): string
  /** Stops the shop as Ctrl-C would, and resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

type OnPrint = (child: ChildProcess, printed: string) => void

/**
 * Starts a shop of its own on a free port and waits until it is open. `env` is added to this process's environment. By
 * default the shop has no robot check, no rate limits (all clients of a tested shop have one address), and makes photo
 * variants on request. `words` are its command line arguments. `onPrint` receives the whole output so far whenever
 * there is more. Throws with the output when the shop exits before it is open.
 */
export async function startShop(
  env: Record<string, string> & { DATA_DIR: string },
  onPrint?: OnPrint,
  words: string[] = [],
): Promise<RunningShop> {
  const child = spawn(join(root, 'node_modules/.bin/node'), ['server/main.ts', ...words], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      SHOP_URL: '',
      RATE_LIMITS: 'off',
      ROBOT_CHECK: 'off',
      WARM_PHOTOS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += text
      onPrint?.(child, printed)
    })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [open] = /http:\/\/localhost:\d+/.exec(printed) ?? []
      if (open) resolve(open)
    })
    child.once('close', (code) => reject(new Error(`The shop ended with ${code}:\n${printed}`)))
    child.once('error', reject)
  })
  return {
    url,
    process: child,
    output: () => printed,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
