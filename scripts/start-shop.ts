import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FLAGS, MEMORY, PROGRAM, shopEnvironment } from './start.mjs'

const root = join(import.meta.dirname, '..')
/** The program of the sources, which `npm run dev` runs. */
export const SOURCES = 'app/main.ts'

/** The built program, or what SHOP_PROGRAM names. */
const program = process.env.SHOP_PROGRAM || PROGRAM

/** What `npm start` gives the shop's process: variables, flags of V8 and the program. */
export const START_SETTINGS = [...Object.entries(MEMORY).map(([name, value]) => `${name}=${value}`), ...FLAGS, program]

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
  // The built program has nothing to develop.
  const isDevelopment = words.includes('--dev')
  // As the launcher starts it, without the launcher: a process that is replaced loses its channel for messages.
  const child = spawn(join(folder, 'node_modules/.bin/node'), [...FLAGS, isDevelopment ? SOURCES : program, ...words], {
    cwd: folder,
    env: {
      ...shopEnvironment(process.env),
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
  let outputText = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      outputText += text
      onPrint?.(child, outputText)
    })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [open] = /http:\/\/localhost:\d+/.exec(outputText) ?? []
      if (open) resolve(open)
    })
    child.once('close', (code) => reject(new Error(`The shop ended with ${code}:\n${outputText}`)))
    child.once('error', reject)
  })
  return {
    url,
    process: child,
    output: () => outputText,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const childExit = once(child, 'exit')
      child.kill(signal)
      const [code] = await childExit
      return code
    },
  }
}
