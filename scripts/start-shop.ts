import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** The built program that `npm start` runs. */
export const PROGRAM = 'dist/server/main.js'
/** The command of `npm start`; it ends with `exec`, so its process is the shop's. */
export const START_COMMAND: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start
/** As `START_COMMAND`, with the program that SHOP_PROGRAM names: vitest tests the sources. */
const command = START_COMMAND.replace(PROGRAM, process.env.SHOP_PROGRAM || PROGRAM)

/** What the command gives its process: variables, flags of V8 and the program. */
export const START_SETTINGS: string[] = command.split(' ').filter((word) => !['exec', 'node'].includes(word))

export type RunningShop = {
  url: string
  process: ChildProcess
  /** Its output so far. */
  output(): string
  /** Stops the shop as Ctrl-C would, and resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Variables of the environment for a shop, which has a folder of its own. */
export type ShopEnv = Record<string, string> & { DATA_DIR: string }

type OnPrint = (child: ChildProcess, printed: string) => void

type Others = {
  /** Command line arguments. */
  words?: string[]
  /** The folder of another version of the shop. */
  folder?: string | undefined
  /** Whether what is preloaded into the shop and this process send each other messages. */
  hasMessages?: boolean
  /** Gets the process at once, before it has printed anything. */
  onSpawn?: (child: ChildProcess) => void
}

/**
 * Starts a shop of its own on a free port and waits until it is open. `env` is added to this process's environment. By
 * default the shop is one process, has no robot check, no rate limits (all clients of a tested shop have one address),
 * and makes photo variants on request. `onPrint` receives the whole output so far whenever there is more. Throws with the
 * output when the shop exits before it is open.
 */
export async function startShop(
  env: ShopEnv,
  onPrint?: OnPrint,
  { words = [], folder = root, hasMessages = false, onSpawn }: Others = {},
): Promise<RunningShop> {
  const child = spawn('sh', ['-c', [command, ...words].join(' ')], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
      ENV_FILE: 'none',
      WORKERS: '1',
      PORT: '0',
      SHOP_URL: '',
      RATE_LIMITS: 'off',
      ROBOT_CHECK: 'off',
      WARM_PHOTOS: 'off',
      // Some use an empty database of a server in their own folder.
      NEW_SHOP: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasMessages ? (['ipc'] as const) : [])],
  })
  onSpawn?.(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      printed += text
      onPrint?.(child, printed)
    })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
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
