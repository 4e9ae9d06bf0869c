import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Network, NodeName } from './network.ts'
import { processesMarked } from './network.ts'

/** What every part of a cluster is started with. `prefix` runs a program as the system user of the databases. */
export type Place = { folder: string; network: Network; prefix: string[] }

export type Program = {
  process: ChildProcess
  log: string
  isRunning(): boolean
  /** Asks the program to stop, and resolves when it has; one that takes too long is killed. */
  stop(patienceMs?: number): Promise<void>
  /** Kills everything that runs on the node, as if its machine lost power. */
  kill(): Promise<void>
}

type Start = {
  node: NodeName
  command: string[]
  env?: NodeJS.ProcessEnv
  /** Another program of the same node has a log of its own. */
  log?: string
  cwd?: string
}

const PATIENCE_MS = 30_000
const PASSED_VARIABLES = ['PATH', 'HOME', 'TZ', 'NODE_COMPILE_CACHE'] as const

/** Starts a program on a node, in a session of its own, so that Ctrl-C in the terminal does not reach it. */
export async function startProgram({ folder, network }: Place, start: Start): Promise<Program> {
  const { node, command, env = {}, cwd = folder } = start
  const log = join(folder, `${start.log ?? node}.log`)
  const output = await open(log, 'a')
  const mark = markOf(folder, node)
  const passedVariables = Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]]))
  const [program = '', ...words] = [...network.on(node), ...command]
  const child = spawn(program, words, {
    cwd,
    env: { ...passedVariables, ...env, BOUTIQUE_NODE: `${folder}/${node}` },
    stdio: ['ignore', output.fd, output.fd],
    detached: true,
  })
  const failure = once(child, 'error').then(([error]) => error as Error)
  await Promise.race([once(child, 'spawn'), failure])
  await output.close()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    process: child,
    log,
    isRunning,
    async stop(patienceMs = PATIENCE_MS) {
      if (!isRunning()) return
      const childExit = once(child, 'exit')
      child.kill('SIGTERM')
      const isOver = await Promise.race([childExit.then(() => true), sleep(patienceMs, false, { ref: false })])
      if (!isOver) await killMarked(mark)
      await childExit
    },
    async kill() {
      const childExit = isRunning() ? once(child, 'exit') : undefined
      await killMarked(mark)
      await childExit
    },
  }
}

/** The word in the environment that identifies its processes, also those whose parent has died. */
const markOf = (folder: string, node: NodeName) => `BOUTIQUE_NODE=${folder}/${node}\0`

/** Kills what is left of all nodes of the cluster in that folder. */
export const killAll = (folder: string) => killMarked(`BOUTIQUE_NODE=${folder}/`)

async function killMarked(mark: string) {
  // What starts between the list and the kill is found by the next list.
  for (let pids = await processesMarked(mark); pids.length > 0; pids = await processesMarked(mark)) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {}
    }
    await sleep(50)
  }
}

/** Waits until `isReady`; throws with the end of the program's log when it ends first or takes too long. */
export async function ready(what: string, program: Program, isReady: () => Promise<boolean>, patienceMs = 120_000) {
  for (const until = Date.now() + patienceMs; ; ) {
    if (await isReady().catch(() => false)) return
    if (!program.isRunning() || Date.now() > until)
      throw new Error(`${what} does not start:\n${(await readFile(program.log, 'utf8')).slice(-2_000)}`)
    await sleep(200)
  }
}

/** Whether a request is answered with a status below 400 within a second. */
export const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
