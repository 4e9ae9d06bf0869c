// Starts the built shop with its settings for memory: `npm start`, the container and the service of systemd run this file.
// Flags of V8 and variables of malloc count only when a process begins, so the shop takes the place of this process, which
// keeps its id and its signals. Where a process cannot be replaced, as on Windows, the shop is its child.
import { spawn } from 'node:child_process'

export const PROGRAM = 'dist/server/main.js'
export const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--initial-old-space-size=72']
export const MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** The environment of the shop. What is set already stays. */
export const shopEnvironment = (env) => ({ NODE_COMPILE_CACHE: '.cache/node', ...MEMORY, ...env })

function start() {
  const words = [...process.execArgv, ...FLAGS, PROGRAM, ...process.argv.slice(2)]
  const env = shopEnvironment(process.env)
  const canBeReplaced = process.platform !== 'win32' && process.execve
  if (canBeReplaced) process.execve(process.execPath, [process.execPath, ...words], env)
  else startChild(words, env)
}

/** Windows sends Ctrl-C to the shop itself, and has no other way to end it than at once. */
function startChild(words, env) {
  const shop = spawn(process.execPath, words, { env, stdio: 'inherit' })
  process.on('SIGINT', () => process.platform !== 'win32' && shop.kill('SIGINT'))
  process.on('SIGTERM', () => shop.kill('SIGTERM'))
  shop.once('exit', (code) => process.exit(code ?? 1))
}

if (import.meta.main) start()
