// Runs before the npm commands, on whatever Node is installed (20 or newer): brings in the dependencies (and with them
// the Node this project runs on) when the lock file changed, and builds the pages when their sources changed. With
// nothing to do it takes milliseconds. `--no-build` leaves the build out, `--browser` sees to one for the journeys,
// `--oracle` fetches Square's own client, which the tests hold against the simulator, and `--lighthouse` Lighthouse.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const INSTALLED = 'node_modules/.installed'
const BUILT = 'dist/.built'
const BUILT_FROM = ['web', 'contract', 'vite.config.ts', 'package-lock.json']
const LOCK = '.cache/preparing'
/** Names the browser that was found, for the programs that start it. */
const BROWSER = '.cache/browser'
/** Programs that weigh much and that few need: they are no dependencies, and are fetched when they are asked for. */
const ORACLE = {
  folder: '.cache/square-oracle',
  name: 'square@46.0.0',
  what: "Square's own client",
  // An engineer without a network runs all the other tests.
  without: 'The test of the simulator against it will fail.',
}
const LIGHTHOUSE = { folder: '.cache/lighthouse', name: 'lighthouse@13.5.0', what: 'Lighthouse' }
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']
// The shell without windows is the same browser, started faster.
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const ownNode = join(process.cwd(), 'node_modules/.bin/node')
let child

try {
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new Error(`This is Node ${process.versions.node}, and the shop needs Node 20 or newer to install itself.`)
  await prepare(process.argv.slice(2))
} catch (error) {
  console.error(error.constructor === Error ? error.message : error)
  process.exitCode = 1
}

async function prepare(wishes) {
  const tasks = [
    { isDone: isInstalled, work: install },
    ...(wishes.includes('--no-build') ? [] : [{ isDone: isBuilt, work: build }]),
    ...(wishes.includes('--browser') ? [{ isDone: hasBrowser, work: findBrowser }] : []),
    ...(wishes.includes('--oracle') ? [fetching(ORACLE)] : []),
    ...(wishes.includes('--lighthouse') ? [fetching(LIGHTHOUSE)] : []),
  ]
  if (tasks.every(({ isDone }) => isDone())) return
  await lock()
  try {
    for (const { isDone, work } of tasks) if (!isDone()) await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

function isInstalled() {
  return textOf(INSTALLED) === digestOf(['package-lock.json'])
}

async function install() {
  const wanted = digestOf(['package-lock.json'])
  rmSync(INSTALLED, { force: true })
  const flags = ['ci', '--include=dev', '--include=optional', ...QUIET]
  await run('Installing the dependencies', ...npmCommand(), ...flags)
  await requireOwnNode()
  putText(INSTALLED, wanted)
}

/** The npm that runs us, on the Node that runs it: the one in node_modules may be about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env
  return npm ? [node, npm] : ['npm']
}

/** The project's own Node asks for a library that a bare Debian lacks. */
async function requireOwnNode() {
  const start = () => spawnSync(ownNode, ['--version'], { encoding: 'utf8' })
  const first = start()
  const lacksLibrary = /libatomic/.test(first.stderr ?? '')
  if (lacksLibrary && isDebianRoot()) await installPackage('libatomic1')
  const { status, stderr, error } = lacksLibrary ? start() : first
  if (status === 0) return
  // Out of the way: npm would choose it for the next try.
  rmSync(ownNode, { force: true })
  const hint = lacksLibrary ? '\nInstall the library it misses: apt-get install libatomic1' : ''
  throw new Error(`The project's own Node does not start here: ${stderr || error?.message}${hint}`)
}

function isBuilt() {
  return textOf(BUILT) === digestOf(BUILT_FROM)
}

async function build() {
  // What changes while it builds is built the next time.
  const wanted = digestOf(BUILT_FROM)
  rmSync(BUILT, { force: true })
  await run('Building the pages', ownNode, 'node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'error')
  putText(BUILT, wanted)
}

function hasBrowser() {
  const { BROWSER_PATH: named } = process.env
  if (named && !isProgram(named)) throw new Error(`BROWSER_PATH is ${named}, and there is no such program.`)
  const found = named || BROWSERS.find(isProgram)
  if (found && textOf(BROWSER) !== found) putText(BROWSER, found)
  return Boolean(found)
}

async function findBrowser() {
  if (isDebianRoot()) await installPackage('chromium-headless-shell')
  if (!hasBrowser()) throw new Error('The journeys need a browser: install Chromium, or name one in BROWSER_PATH.')
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Sees to it that the program is in its folder. Without one that can be done without, it only says so. */
function fetching({ folder, name, what, without }) {
  const mark = `${folder}/.fetched`
  return {
    isDone: () => textOf(mark) === name,
    async work() {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      const flags = ['install', '--no-save', '--prefix', folder, name, '--ignore-scripts', ...QUIET]
      try {
        await run(`Fetching ${what}`, ...npmCommand(), ...flags)
        putText(mark, name)
      } catch (error) {
        if (!without) throw error
        console.error(`${error.message} ${without}`)
      }
    },
  }
}

function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

async function installPackage(name) {
  await run('Refreshing the package lists', 'apt-get', 'update', '-qq')
  await run(
    `Installing ${name}`,
    'apt-get',
    'install',
    '-y',
    '-qq',
    '-o=Dpkg::Use-Pty=0',
    '--no-install-recommends',
    name,
  )
}

async function run(what, command, ...args) {
  console.log(`${what} …`)
  const started = Date.now()
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  writeFileSync(LOCK, `${process.pid} ${child.pid}`)
  const end = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  if (end !== 0) throw new Error(`${what} failed (${end}).`)
  console.log(`${what} took ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Two commands started at once must not install into each other: the second waits for the first. */
async function lock() {
  mkdirSync(dirname(LOCK), { recursive: true })
  for (let rounds = 0; ; rounds++) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    dropStaleLock()
    if (rounds === 5) console.log('Another command is preparing this folder: waiting for it …')
    await setTimeout(200)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal))
}

/** A killed command leaves its lock, and perhaps the program that worked for it: both must be gone. */
function dropStaleLock() {
  const text = textOf(LOCK)
  const owners = text.split(' ').map(Number).filter(Boolean)
  // Just made, and not yet written to.
  const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (owners.length === 0 ? age < 2000 : owners.some(isAtWork)) return
  const aside = `${LOCK}.${process.pid}`
  try {
    renameSync(LOCK, aside)
    // Another one was quicker, and what we took away is its new lock: give it back.
    if (textOf(aside) !== text) renameSync(aside, LOCK)
    rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isAtWork(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  // After a restart of the machine the number may be another program's. Where there is no /proc, we cannot tell.
  const command = textOf(`/proc/${pid}/cmdline`)
  return command === '' || /prepare|npm|vite|apt-get/.test(command)
}

function digestOf(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of paths.flatMap(filesIn)) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** The files under a path, in a fixed order. Tests are left out: nothing is built from them. */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** In one step, so that a killed run leaves the old text or the new one. */
function putText(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}
