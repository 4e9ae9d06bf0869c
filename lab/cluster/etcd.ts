import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ETCDS, type Network } from './network.ts'
import { answers, type Place, type Program, ready, startProgram } from './programs.ts'

type EtcdName = (typeof ETCDS)[number]

const CLIENTS = 2379
const PEERS = 2380

/** The address of a member for its clients. */
export const etcdUrl = (network: Network, name: EtcdName) => `http://${network.address(name)}:${CLIENTS}`

/** The words that start a member. Three members go on when one of them is gone. */
export function etcdCommand(network: Network, name: EtcdName, dataFolder: string): string[] {
  const peer = (member: EtcdName) => `http://${network.address(member)}:${PEERS}`
  return [
    'etcd',
    `--name=${name}`,
    `--data-dir=${dataFolder}`,
    `--listen-client-urls=${etcdUrl(network, name)}`,
    `--advertise-client-urls=${etcdUrl(network, name)}`,
    `--listen-peer-urls=${peer(name)}`,
    `--initial-advertise-peer-urls=${peer(name)}`,
    `--initial-cluster=${ETCDS.map((member) => `${member}=${peer(member)}`).join(',')}`,
    '--initial-cluster-state=new',
    '--logger=zap',
    '--log-level=warn',
  ]
}

/** Starts a member without waiting for the others. */
export async function startEtcd(place: Place, name: EtcdName): Promise<Program> {
  const data = join(place.folder, name)
  await mkdir(data, { recursive: true, mode: 0o700 })
  return startProgram(place, { node: name, command: etcdCommand(place.network, name, data) })
}

/** Waits until the member serves, which takes the majority of them. */
export const etcdReady = ({ network }: Place, name: EtcdName, program: Program) =>
  ready(name, program, () => answers(`${etcdUrl(network, name)}/health`))

/** The member that leads. */
export async function etcdLeader(network: Network): Promise<EtcdName> {
  for (const name of ETCDS) {
    const status = await statusOf(network, name).catch(() => undefined)
    if (status?.leader && status.leader === status.header.member_id) return name
  }
  throw new Error('No member of etcd leads.')
}

async function statusOf(network: Network, name: EtcdName) {
  const reply = await fetch(`${etcdUrl(network, name)}/v3/maintenance/status`, {
    method: 'POST',
    body: '{}',
    signal: AbortSignal.timeout(1_000),
  })
  return (await reply.json()) as { leader?: string; header: { member_id: string } }
}
