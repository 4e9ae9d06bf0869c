import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { FLAGS, MEMORY, PROGRAM } from './start.mjs'

/** A shop that says how it was started, and ends with 7 when it is asked to. */
const SHOP = `
  const { pid, execArgv, env, argv } = process
  process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 1_000)
  console.log(JSON.stringify({ pid, execArgv, env, words: argv.slice(2) }))`

const WITHOUT_EXECVE = ['--import', 'data:text/javascript,process.execve=undefined']

type StartedProgram = { pid: number; execArgv: string[]; env: Record<string, string>; words: string[] }

/** Starts the launcher in a folder with that shop, with Node's own flags before it. */
async function start(flags: string[], env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-start-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'dist/server'), { recursive: true })
  await writeFile(join(folder, PROGRAM), SHOP)
  const launcher = fileURLToPath(new URL('start.mjs', import.meta.url))
  const child = spawn(process.execPath, [...flags, launcher, '--dev'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = await once(child.stdout, 'data')
  return { child, started: JSON.parse(String(output)) as StartedProgram }
}

test.for([
  ['takes the place of the launcher', [], true],
  ['is its child where no process can be replaced', WITHOUT_EXECVE, false],
] as const)('the shop %s, with the settings for memory, and ends as it wants', async ([, flags, isReplaced]) => {
  const { child, started } = await start([...flags])
  expect(started.pid === child.pid).toBe(isReplaced)
  expect(started.execArgv).toEqual([...flags, ...FLAGS])
  expect(started.env).toMatchObject({ ...MEMORY, NODE_COMPILE_CACHE: '.cache/node' })
  expect(started.words).toEqual(['--dev'])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('a setting of whoever starts the shop stays', async () => {
  const ownSettings = { NODE_COMPILE_CACHE: join(tmpdir(), 'boutique-compiled'), MALLOC_ARENA_MAX: '4' }
  const { started } = await start([], ownSettings)
  expect(started.env).toMatchObject({ ...MEMORY, ...ownSettings })
})
