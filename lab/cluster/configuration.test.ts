import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { runSql } from '#server/testing/cluster.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { controlData } from './control-file.ts'
import { etcdCommand } from './etcd.ts'
import { databaseConfiguration, shopConfiguration } from './haproxy.ts'
import type { Network, NodeName } from './network.ts'
import { processesMarked } from './network.ts'
import { newPasswords, patroniConfiguration } from './patroni.ts'

const network = {
  outside: '10.77.0.1',
  subnet: '10.77.0.0/24',
  address: (node: NodeName) => `10.77.0.${node}`,
} as Network

test('both balancers know every node, and each listens on its own address', () => {
  const [shop, database] = [shopConfiguration(network), databaseConfiguration(network)]
  for (const name of ['app1', 'app2', 'app3']) {
    // Once where nodes have to be ready, once where they have to be alive; unchecked where neither is known.
    expect(shop.match(new RegExp(`server ${name} 10.77.0.${name}:3000 check$`, 'gm'))).toHaveLength(2)
    expect(shop.match(new RegExp(`server ${name} 10.77.0.${name}:3000$`, 'gm'))).toHaveLength(1)
  }
  for (const name of ['db1', 'db2', 'db3'])
    expect(database.split(`server ${name} 10.77.0.${name}:5432 check port 8008`)).toHaveLength(3)
  expect(shop).toContain('bind 10.77.0.balancer:8080')
  expect(database).toContain('bind 10.77.0.database-balancer:5432')
  expect(database).toContain('bind 10.77.0.database-balancer:5433')
})

test('sessions with a database that is no longer the primary are closed, and only one replica is read', () => {
  const [, primary = '', replica = ''] = databaseConfiguration(network).split(/^listen /m)
  expect(primary).toContain('uri /primary')
  expect(primary).toContain('on-marked-down shutdown-sessions')
  expect(primary).not.toContain('backup')
  expect(replica).toContain('uri /replica')
  expect(replica.match(/backup$/gm)).toHaveLength(2)
  expect(replica).toContain('on-marked-up shutdown-backup-sessions')
})

test('a primary without etcd gives up before the shop cancels a COMMIT that waits for a replica', () => {
  const place = { network, folder: '/cluster', passwords: newPasswords(), isSynchronous: true }
  const { bootstrap, etcd3, postgresql } = patroniConfiguration('db2', place)
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = bootstrap.dcs
  expect(synchronous_mode).toBe(true)
  // What Patroni's manual asks of the three.
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  expect(ttl).toBeLessThan(10)
  expect(etcd3.hosts).toEqual(['10.77.0.etcd1:2379', '10.77.0.etcd2:2379', '10.77.0.etcd3:2379'])
  expect(postgresql.listen).toBe('10.77.0.db2:5432')
  expect(postgresql.data_dir).toBe('/cluster/db2/data')
})

test('each member of etcd names all three', () => {
  expect(etcdCommand(network, 'etcd2', '/cluster/etcd2')).toContain(
    '--initial-cluster=etcd1=http://10.77.0.etcd1:2380,etcd2=http://10.77.0.etcd2:2380,etcd3=http://10.77.0.etcd3:2380',
  )
})

test('the control file says the same as PostgreSQL', async () => {
  const folder = await mkdtemp(join(memoryFolder() ?? tmpdir(), 'boutique-control-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'postgres')
  const cluster = await startEmbedded(data, { durable: false })
  await runSql(cluster.url, 'checkpoint')
  const controlText = await controlData(data)
  const { rows } = await runSql(
    cluster.url,
    `select system_identifier, checkpoint_lsn, timeline_id, data_page_checksum_version as checksums,
      current_setting('max_connections') as connections, current_setting('max_locks_per_transaction') as locks
     from pg_control_system(), pg_control_checkpoint(), pg_control_init()`,
  )
  await cluster.stop()
  expect(controlText).toMatchObject({
    'Database cluster state': 'in production',
    'Database system identifier': rows[0].system_identifier,
    'Latest checkpoint location': rows[0].checkpoint_lsn,
    "Latest checkpoint's TimeLineID": `${rows[0].timeline_id}`,
    'Data page checksum version': `${rows[0].checksums}`,
    'max_connections setting': rows[0].connections,
    'max_locks_per_xact setting': rows[0].locks,
  })
  expect((await controlData(data))['Database cluster state']).toBe('shut down')
})

test('a process is found by its mark, and so are those that it starts', async () => {
  const mark = `BOUTIQUE_NODE=${crypto.randomUUID()}`
  const shell = spawn('sh', ['-c', 'env -i sleep 30 & wait'], {
    env: { BOUTIQUE_NODE: mark.slice(14), PATH: '/usr/bin:/bin' },
  })
  onTestFinished(async () => {
    for (const pid of await processesMarked(mark)) process.kill(pid, 'SIGKILL')
  })
  await expect.poll(() => processesMarked(mark)).toHaveLength(2)
  expect(await processesMarked(mark)).toContain(shell.pid)
})
