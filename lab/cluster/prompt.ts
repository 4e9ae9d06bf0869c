import { appUrl, shopUrl } from './apps.ts'
import type { Cluster } from './cluster.ts'
import { etcdLeader, etcdUrl } from './etcd.ts'
import { APPS, DATABASES, ETCDS, NODES, type NodeName } from './network.ts'
import { members, patronictl, switchOver } from './patroni.ts'

/** What the command prints when everything runs. */
export function howTo({ folder, network, settings, card }: Cluster): string {
  return `
The shop         ${shopUrl(network)}
Its nodes        ${APPS.map((name) => appUrl(network, name)).join('  ')}
The primary      ${settings.DATABASE_URL}
A replica        ${settings.DATABASE_REPLICA_URL}
etcd             ${ETCDS.map((name) => etcdUrl(network, name)).join('  ')}
Photos (S3)      ${settings.S3_ENDPOINT}/${settings.S3_BUCKET}
Card service     ${card.env.SQUARE_BASE_URL}
Logs             ${folder}/*.log
Patroni          ${patronictl(folder)} list

Break something and mend it. The nodes are ${NODES.join(', ')}.
  kill db1         as if that machine lost power
  stop app1        ask a node of the shop to stop
  start db1        start it again
  promote db2      make the synchronous replica the primary, as planned
  deploy           replace the shop node by node by a build with one more migration
  cut db1 db2 …    nothing gets from one to the others any more${network.canCut ? '' : ' (needs root)'}
  heal             undo all cuts
  status           who leads, and who follows how closely
Ctrl-C stops everything.
`
}

/** Runs one line of the prompt, and returns what to print. Throws a sentence when it is none of the commands. */
export function commandsFor(cluster: Cluster) {
  const commands: Record<string, (nodes: NodeName[]) => Promise<unknown>> = {
    kill: ([node]) => cluster.kill(requireNode(node)),
    start: ([node]) => cluster.start(requireNode(node)),
    async promote([node]) {
      const database = DATABASES.find((name) => name === node)
      if (!database) throw new Error(`Only these can be promoted: ${DATABASES.join(', ')}.`)
      await switchOver(cluster.network, database)
    },
    deploy: cluster.deploy,
    async stop([node]) {
      const app = APPS.find((name) => name === node)
      if (!app) throw new Error(`Only these can be asked to stop: ${APPS.join(', ')}.`)
      await cluster.stop(app)
    },
    async cut([node, ...others]) {
      for (const other of others) await cluster.network.cut(requireNode(node), other)
    },
    heal: () => cluster.network.heal(),
    status: () => statusOf(cluster),
  }
  return async (line: string): Promise<string> => {
    const [name = '', ...words] = line.trim().split(/\s+/)
    if (!name) return ''
    const command = commands[name]
    if (!command) throw new Error(`There is no command ${name}: choose from ${Object.keys(commands).join(', ')}.`)
    const answer = await command(words.map(nodeNamed))
    return typeof answer === 'string' ? answer : 'done'
  }
}

function nodeNamed(word: string): NodeName {
  const node = NODES.find((name) => name === word)
  if (!node) throw new Error(`There is no node ${word}: choose from ${NODES.join(', ')}.`)
  return node
}

function requireNode(node: NodeName | undefined): NodeName {
  if (!node) throw new Error(`Name a node: ${NODES.join(', ')}.`)
  return node
}

async function statusOf({ network }: Cluster) {
  const lines = (await members(network)).map(
    ({ name, role, state, timeline, lag }) =>
      `${name}  ${role}, ${state}, timeline ${timeline ?? '?'}${lag === undefined ? '' : `, ${lag} bytes behind`}`,
  )
  return [...lines, `etcd  ${await etcdLeader(network).catch((error: Error) => error.message)} leads`].join('\n')
}
