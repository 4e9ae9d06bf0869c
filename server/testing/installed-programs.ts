import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from './patience.ts'

type Options = Pick<SpawnOptions, 'uid' | 'gid'> & { stopSignal?: NodeJS.Signals }

/**
 * Starts a program of this machine and waits until its port on 127.0.0.1 takes connections; undefined where it is not
 * installed. Throws with what it printed when it ends before that, or takes too long.
 */
export async function startInstalled(command: string[], port: number, { stopSignal, ...options }: Options = {}) {
  const [program = '', ...words] = command
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], ...options })
  const childExit = once(child, 'exit')
  childExit.catch(() => {})
  try {
    await once(child, 'spawn')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  let output = ''
  child.stderr?.on('data', (text) => (output += text))
  for (const until = Date.now() + PATIENCE_MS; !(await takesConnections(port)); await sleep(50))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${program} did not start:\n${output}`)
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill(stopSignal)
      await childExit
    },
  }
}

async function takesConnections(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
