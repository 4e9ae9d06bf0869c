import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { etcdLeader } from './etcd.ts'
import { DATABASES, ETCDS, NODES, type NodeName } from './network.ts'
import { type DatabaseName, members, primaryOf, switchOver } from './patroni.ts'

export type Fault = {
  what: string
  /** Whether it cuts connections, which needs root. */
  cuts?: boolean
  /** Whether it is with asynchronous replication. */
  isAsynchronous?: boolean
  /** Whether it is over when it has struck, so that nothing stays broken. */
  isOver?: boolean
  /** Breaks something; returns what mends it. */
  strike(cluster: Cluster): Promise<() => Promise<void>>
}

const OUTAGE_MS = 3_000

/** Everything that is broken under load, in this order. What loses payments comes last. */
export const FAULTS: Record<string, Fault> = {
  'app-killed': { what: 'a node of the shop killed', strike: (cluster) => killNode(cluster, 'app2') },
  'app-stopped': {
    what: 'a node of the shop stopped',
    async strike(cluster) {
      await cluster.stop('app3')
      return () => cluster.start('app3')
    },
  },
  deploy: {
    what: 'a build with one more migration, node by node',
    isOver: true,
    async strike(cluster) {
      await cluster.deploy()
      return async () => {}
    },
  },
  'primary-killed': {
    what: 'the primary killed, with its Patroni',
    strike: async (cluster) => killNode(cluster, await primaryOf(cluster.network)),
  },
  switchover: {
    what: 'a planned switchover',
    async strike({ network }) {
      await switchOver(network)
      return async () => {}
    },
  },
  'etcd-killed': {
    what: "etcd's leader killed",
    strike: async (cluster) => killNode(cluster, await etcdLeader(cluster.network)),
  },
  'primary-cut-off': {
    what: 'the primary cut off from all others',
    cuts: true,
    strike: async (cluster) => cutOff(cluster, await primaryOf(cluster.network), NODES),
  },
  'primary-half-cut-off': {
    what: 'the primary cut off from etcd and its replicas, not from the shop',
    cuts: true,
    strike: async (cluster) => cutOff(cluster, await primaryOf(cluster.network), [...DATABASES, ...ETCDS]),
  },
  'app-cut-off': {
    what: 'a node of the shop cut off from the database',
    cuts: true,
    strike: (cluster) => cutOff(cluster, 'app1', ['database-balancer']),
  },
  'replica-killed': {
    what: 'the synchronous replica killed',
    strike: async (cluster) => killNode(cluster, await replicaOf(cluster, 'sync_standby')),
  },
  'photos-stopped': { what: 'the store of photos stopped', strike: (cluster) => killNode(cluster, 'photos') },
  'asynchronous-primary-killed': {
    what: 'the primary killed, asynchronous replication',
    isAsynchronous: true,
    strike: async (cluster) => killNode(cluster, await primaryOf(cluster.network)),
  },
  'asynchronous-primary-lost': {
    what: 'the same, 3 s after its replicas had been cut off',
    cuts: true,
    isAsynchronous: true,
    async strike(cluster) {
      const primary = await primaryOf(cluster.network)
      const heal = await cutOff(cluster, primary, DATABASES)
      await sleep(OUTAGE_MS)
      await cluster.kill(primary)
      // The system would still send what a killed program has written, which a machine without power does not.
      return async () => {
        await heal()
        await cluster.start(primary)
      }
    },
  },
}

async function killNode(cluster: Cluster, node: NodeName) {
  await cluster.kill(node)
  return () => cluster.start(node)
}

async function cutOff({ network }: Cluster, node: NodeName, others: readonly NodeName[]) {
  for (const other of others) if (other !== node) await network.cut(node, other)
  return network.heal
}

async function replicaOf({ network }: Cluster, role: string): Promise<DatabaseName> {
  const memberFound = (await members(network)).find((one) => one.role === role)
  if (!memberFound) throw new Error(`There is no ${role}.`)
  return memberFound.name
}
