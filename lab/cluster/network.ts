// The network between the nodes of a cluster on one machine. As root, each node has a network namespace of its own, and
// all of them hang on one bridge, so any of them can be cut off. Without root, each has an address of the loopback.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { isAlive } from '#server/testing/memory-folder.ts'

const run = promisify(execFile)

/** The last byte of the address of each node. */
const HOSTS = {
  balancer: 10,
  app1: 11,
  app2: 12,
  app3: 13,
  'database-balancer': 20,
  db1: 21,
  db2: 22,
  db3: 23,
  etcd1: 31,
  etcd2: 32,
  etcd3: 33,
  photos: 41,
} as const

export type NodeName = keyof typeof HOSTS
export const NODES = Object.keys(HOSTS) as NodeName[]
export const APPS = ['app1', 'app2', 'app3'] as const
export const DATABASES = ['db1', 'db2', 'db3'] as const
export const BALANCERS = ['balancer', 'database-balancer'] as const
export const ETCDS = ['etcd1', 'etcd2', 'etcd3'] as const

export type Network = {
  /** The address of everything outside of the nodes: the shoppers, and the card service. */
  outside: string
  /** The network from which all nodes connect, like 10.77.0.0/24. */
  subnet: string
  address(node: NodeName): string
  /** The command that runs a program on the node. */
  on(node: NodeName): string[]
  /** Whether connections can be cut. */
  canCut: boolean
  /** From now on nothing that one of the two sends reaches the other, and neither is told. */
  cut(node: NodeName, other: NodeName): Promise<void>
  /** Undoes all cuts. */
  heal(): Promise<void>
  close(): Promise<void>
}

/** An address that no card has: what is sent there is lost in silence. */
const NOBODY = '02:00:00:00:00:01'
const NETWORKS = 200

/** Opens the first network that no other cluster on this machine uses. */
export async function openNetwork(): Promise<Network> {
  return process.getuid?.() === 0 && process.platform === 'linux' ? openNamespaces() : openLoopback()
}

async function openNamespaces(): Promise<Network> {
  const number = await freeNumber()
  const bridge = bridgeOf(number)
  const outside = `10.77.${number}.1`
  const address = (node: NodeName) => `10.77.${number}.${HOSTS[node]}`
  const space = (node: NodeName) => spaceOf(number, node)
  const cable = (node: NodeName) => `bq${number}-${HOSTS[node]}`
  const cuts: [NodeName, NodeName][] = []
  await ip(`addr add ${outside}/24 dev ${bridge}`)
  await ip(`link set ${bridge} up`)
  for (const node of NODES) {
    await ip(`netns add ${space(node)}`)
    await ip(`link add ${cable(node)} type veth peer name eth0 netns ${space(node)}`)
    await ip(`link set ${cable(node)} master ${bridge} up`)
    await ip(`-n ${space(node)} addr add ${address(node)}/24 dev eth0`)
    await ip(`-n ${space(node)} link set eth0 up`)
    await ip(`-n ${space(node)} link set lo up`)
  }
  return {
    outside,
    subnet: `10.77.${number}.0/24`,
    address,
    on: (node) => ['ip', 'netns', 'exec', space(node)],
    canCut: true,
    async cut(node, other) {
      cuts.push([node, other], [other, node])
      for (const [from, to] of cuts.slice(-2))
        await ip(`-n ${space(from)} neigh replace ${address(to)} lladdr ${NOBODY} dev eth0 nud permanent`)
    },
    async heal() {
      for (const [from, to] of cuts.splice(0)) await ip(`-n ${space(from)} neigh del ${address(to)} dev eth0`)
    },
    close: () => removeNamespaces(number),
  }
}

const bridgeOf = (number: number) => `boutique${number}`
const spaceOf = (number: number, node: NodeName) => `${bridgeOf(number)}-${node}`

/**
 * Takes a number by making its bridge, which fails for the second of two that want it. The alias of a bridge is the id of
 * the process that made it; what a killed one has left is removed.
 */
async function freeNumber() {
  for (let number = 0; number < NETWORKS; number++) {
    const bridge = bridgeOf(number)
    const owner = Number(await readFile(`/sys/class/net/${bridge}/ifalias`, 'utf8').catch(() => ''))
    if (owner && !isAlive(owner)) await removeNamespaces(number)
    const isMade = await ip(`link add ${bridge} type bridge`).then(
      () => true,
      () => false,
    )
    if (!isMade) continue
    await ip(`link set ${bridge} alias ${process.pid}`)
    return number
  }
  throw new Error('No bridge can be made here: a cluster as root needs the right to make network namespaces.')
}

async function removeNamespaces(number: number) {
  for (const node of NODES) await ip(`netns del ${spaceOf(number, node)}`).catch(() => {})
  await ip(`link del ${bridgeOf(number)}`).catch(() => {})
}

const ip = (words: string) => run('ip', words.split(' '))

async function openLoopback(): Promise<Network> {
  const number = await freeLoopback()
  const refuse = async () => {
    throw new Error('Without root there are no network namespaces, so nothing can be cut off.')
  }
  return {
    outside: `127.77.${number}.1`,
    // Linux connects to an address of the loopback from 127.0.0.1.
    subnet: '127.0.0.0/8',
    address: (node) => `127.77.${number}.${HOSTS[node]}`,
    on: () => [],
    canCut: false,
    cut: refuse,
    heal: async () => {},
    close: async () => {},
  }
}

/** A number of which no address is listened on. */
async function freeLoopback() {
  const sockets = await readFile('/proc/net/tcp', 'utf8')
  for (let number = 0; number < NETWORKS; number++) {
    const bytes = [number, 77, 127].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
    if (!new RegExp(`: [0-9A-F]{2}${bytes}:`).test(sockets)) return number
  }
  throw new Error('All networks of 127.77.0.0/16 are in use.')
}

/** The ids of the processes that carry that mark in their environment, and of all that they have started. */
export async function processesMarked(mark: string): Promise<number[]> {
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(processOf))
  const processIds = new Set<number>()
  for (let before = -1; processIds.size > before; ) {
    before = processIds.size
    for (const one of all)
      if (one && (processIds.has(one.parent) || one.environment.includes(mark))) processIds.add(one.pid)
  }
  return [...processIds]
}

async function processOf(pid: string) {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    return { pid: Number(pid), parent: Number(parent), environment }
  } catch {
    return undefined
  }
}
