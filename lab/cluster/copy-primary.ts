// Makes a replica of the primary, as Patroni's `create_replica_methods` ask for it (--connstring=… --datadir=…). The usual
// pg_basebackup is not in the package that PostgreSQL comes from, and all nodes of this cluster share a disk: the files are
// copied from the primary's folder, between pg_backup_start and pg_backup_stop ("Making a Non-Exclusive Low-Level
// Backup" in PostgreSQL's manual). On several machines use pg_basebackup, Patroni's default.
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

/** As in pg_basebackup: what a replica makes anew, or gets from the primary's write-ahead log. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'standby.signal', 'backup_label'])
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

const { values } = parseArgs({
  strict: false,
  options: { connstring: { type: 'string' }, datadir: { type: 'string' } },
})
const client = new pg.Client({ ...(await connectionOf(String(values.connstring))), statement_timeout: 60_000 })
await client.connect()
const { rows: folders } = await client.query('show data_directory')
await client.query(`select pg_backup_start('replica', true)`)
const to = String(values.datadir)
await copyFolder(folders[0].data_directory, to)
await mkdir(join(to, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 })
await mkdir(join(to, 'pg_wal/summaries'), { recursive: true, mode: 0o700 })
const { rows } = await client.query('select labelfile, spcmapfile from pg_backup_stop(false)')
await writeFile(join(to, 'backup_label'), rows[0].labelfile, { mode: 0o600 })
if (rows[0].spcmapfile) await writeFile(join(to, 'tablespace_map'), rows[0].spcmapfile, { mode: 0o600 })
await client.end()

/** Patroni says whom to copy in the form of libpq, and the password in the file that PGPASSFILE names. */
async function connectionOf(text: string) {
  const words = Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))
  const [line = ''] = (await readFile(process.env.PGPASSFILE ?? '', 'utf8')).trim().split('\n')
  const { host, port, user, dbname: database } = words
  return { host, port: Number(port), user, database, password: line.slice(line.lastIndexOf(':') + 1) }
}

async function copyFolder(from: string, into: string) {
  await mkdir(into, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(into, entry.name)]
    if (EMPTY_FOLDERS.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isFile()) await copyOne(source, target)
  }
}

/** A file that is dropped meanwhile is none that the replica needs. */
async function copyOne(from: string, to: string) {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (await stat(from).catch(() => undefined)) throw error
  }
}
