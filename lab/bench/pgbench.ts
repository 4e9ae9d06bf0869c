import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseUrl, runSql } from '#server/testing/cluster.ts'
import { prove } from './proofs.ts'

const run = promisify(execFile)
const SCALE = 10
const ACCOUNTS = SCALE * 100_000
const DEBIAN = '/usr/lib/postgresql'

/** The reference load: pgbench's simple update, by itself or, where it is not installed, by a loop of our own. */
export type Updates = { by: 'pgbench' | 'own loop'; perSecond(clients: number, seconds: number): Promise<number> }

/** Makes pgbench's tables, scale 10, in a database of their own. */
export async function prepareUpdates(clusterUrl: string): Promise<Updates> {
  await runSql(clusterUrl, 'create database pgbench')
  const url = databaseUrl(clusterUrl, 'pgbench')
  const program = await installedProgram()
  if (!program) {
    for (const statement of TABLES) await runSql(url, statement)
    return { by: 'own loop', perSecond: (clients, seconds) => ownUpdates(url, clients, seconds) }
  }
  await run(program, ['-i', '-I', 'dtgvp', '-s', `${SCALE}`, '-q', url])
  return {
    by: 'pgbench',
    async perSecond(clients, seconds) {
      const jobs = Math.min(2, clients)
      const before = await updatesIn(url)
      const { stdout } = await run(program, ['-N', '-n', '-c', `${clients}`, '-j', `${jobs}`, '-T', `${seconds}`, url])
      const transactionCount = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
      const updateCount = (await updatesIn(url)) - before
      prove([{ what: 'updates by pgbench', counted: updateCount, least: transactionCount, most: transactionCount }])
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    },
  }
}

/** How many updates were ever made: each leaves a row. */
const updatesIn = async (url: string) =>
  Number((await runSql(url, 'select count(*) from pgbench_history')).rows[0]?.count)

/** Where pgbench is; undefined when it is not installed. Debian keeps it out of the PATH. */
async function installedProgram() {
  const versions = (await readdir(DEBIAN).catch(() => [])).map((version) => join(DEBIAN, version, 'bin'))
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...versions.sort().reverse()]) {
    const program = join(folder, 'pgbench')
    if (
      await access(program).then(
        () => true,
        () => false,
      )
    )
      return program
  }
  return undefined
}

const TABLES = [
  'create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100)',
  'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
  `insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${ACCOUNTS}) n`,
  'vacuum analyze pgbench_accounts',
]

async function ownUpdates(url: string, clients: number, seconds: number) {
  const began = performance.now()
  let transactionCount = 0
  const client = async () => {
    const line = new pg.Client({ connectionString: url })
    await line.connect()
    for (; performance.now() < began + seconds * 1000; transactionCount++) await update(line)
    await line.end()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return transactionCount / ((performance.now() - began) / 1000)
}

async function update(line: pg.Client) {
  const aid = 1 + Math.floor(Math.random() * ACCOUNTS)
  const delta = Math.floor(Math.random() * 10_001) - 5_000
  await line.query('begin')
  await line.query(`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`)
  await line.query(`select abalance from pgbench_accounts where aid = ${aid}`)
  await line.query(
    `insert into pgbench_history (tid, bid, aid, delta, mtime) values (1, 1, ${aid}, ${delta}, current_timestamp)`,
  )
  await line.query('end')
}
