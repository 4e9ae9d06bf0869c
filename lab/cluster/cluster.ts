import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { prefixFor, systemUserFor } from '#server/platform/db/run-as.ts'
import { isAlive } from '#server/testing/memory-folder.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { type AppName, appReady, databaseUrls, PRESENT_BUILD, STOP_MS, shopSettings, startApp } from './apps.ts'
import { etcdReady, startEtcd } from './etcd.ts'
import { leadsToPrimary, startBalancer } from './haproxy.ts'
import { APPS, BALANCERS, DATABASES, ETCDS, type Network, type NodeName, openNetwork } from './network.ts'
import { makeNextBuild } from './next-build.ts'
import { makeBucket, photoBucket, runObjectStore, startObjectStore } from './object-store.ts'
import {
  type DatabaseName,
  databaseReady,
  isWhole,
  makeProgramFolder,
  makeShopDatabase,
  newPasswords,
  prepareDatabase,
  startPatroni,
} from './patroni.ts'
import { killAll, type Place, type Program, ready } from './programs.ts'

export type Cluster = Place & {
  /** The settings of the shop, with which a command of the owner reaches it too. */
  settings: Record<string, string>
  /** The card service, which is no part of the cluster and has a database of its own. */
  card: Awaited<ReturnType<typeof startSimulatorProcess>>
  isSynchronous: boolean
  /** Kills everything that runs on a node, as if its machine lost power. */
  kill(node: NodeName): Promise<void>
  /** Asks a node of the shop to stop, and waits until it has. */
  stop(app: AppName): Promise<void>
  /** Starts a node that was killed or stopped. */
  start(node: NodeName): Promise<void>
  /**
   * Makes a build with one more migration, and replaces the nodes of the shop by it one after the other, each when the one
   * before is ready.
   */
  deploy(): Promise<void>
  /** Waits until everything runs, and the replicas follow the primary. */
  whole(): Promise<void>
  close(): Promise<void>
}

type ClusterOptions = {
  isSynchronous?: boolean
  isDemo?: boolean
  signal?: AbortSignal
  onStep?: (what: string) => void
}

/**
 * Starts the whole cluster in a temporary folder. When a part does not start, or at the signal, everything is stopped and
 * it throws.
 */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `boutique-cluster-${process.pid}-`))
  // The system user of the databases has to get through.
  await chmod(folder, 0o711)
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    await killAll(folder)
    for (const one of closers.splice(0).reverse()) await one()
  }
  options.signal?.addEventListener('abort', () => void killAll(folder))
  try {
    const network = await openNetwork()
    closers.push(network.close)
    return await openParts({ folder, network, closers, close, ...options })
  } catch (error) {
    await close()
    throw error
  }
}

const FOLDER_PATTERN = /^boutique-cluster-(\d+)-/

/** Removes what is left of clusters whose command was killed, except for their networks (network.ts). */
async function removeAbandoned() {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = FOLDER_PATTERN.exec(name) ?? []
    const folder = join(tmpdir(), name)
    if (!pid || isAlive(Number(pid)) || (await stat(folder)).uid !== process.getuid?.()) continue
    await killAll(folder)
    // The database of the card service runs on no node. One that has ended meanwhile is started to be stopped.
    await startEmbedded(cardFolder(folder), { durable: false }).then((database) => database.stop())
    await rm(folder, { recursive: true, force: true })
  }
}

const cardFolder = (folder: string) => join(folder, 'card-service')

type Opening = ClusterOptions & {
  folder: string
  network: Network
  closers: (() => Promise<unknown>)[]
  close(): Promise<void>
}

async function openParts({ folder, network, closers, close, ...options }: Opening): Promise<Cluster> {
  const { isSynchronous = true, isDemo = false, signal } = options
  const onStep = (what: string) => {
    signal?.throwIfAborted()
    options.onStep?.(what)
  }
  const account = await systemUserFor(folder)
  const place: Place = { folder, network, prefix: prefixFor(account) }
  const programs = new Map<NodeName, Program[]>()
  const passwords = newPasswords()

  onStep('the card service, with a database of its own')
  const cardDatabase = await startEmbedded(cardFolder(folder), { durable: false })
  closers.push(cardDatabase.stop)
  const card = await startSimulatorProcess(cardDatabase.url, { host: network.outside })
  closers.push(card.stop)

  onStep('the store of photos')
  programs.set('photos', await startObjectStore(place))

  onStep('etcd')
  for (const name of ETCDS) programs.set(name, [await startEtcd(place, name)])
  for (const name of ETCDS) await etcdReady(place, name, onlyProgram(programs, name))

  onStep('PostgreSQL under Patroni')
  await makeProgramFolder(folder)
  for (const name of DATABASES) await prepareDatabase(name, { network, folder, passwords, isSynchronous }, account)
  const startDatabase = async (name: DatabaseName) => programs.set(name, [await startPatroni(place, name)])
  const [first, ...others] = DATABASES
  await startDatabase(first)
  await databaseReady(place, first, onlyProgram(programs, first))
  await makeShopDatabase(network, passwords)
  await Promise.all(others.map(startDatabase))
  for (const name of others) await databaseReady(place, name, onlyProgram(programs, name))

  onStep('the balancers')
  for (const name of BALANCERS) programs.set(name, [await startBalancer(place, name)])
  const photosReady = () =>
    ready('photos', onlyProgram(programs, 'photos'), () => makeBucket(photoBucket(network)).then(() => true))
  await photosReady()

  const settings = { ...shopSettings(network, passwords), ...card.env, DATA_DIR: folder, DEMO: '0' }
  await leadsToPrimary(databaseUrls(network, passwords).DATABASE_URL, onlyProgram(programs, 'database-balancer'))
  const builds = [PRESENT_BUILD]
  const startShop = async (name: AppName, more: Record<string, string> = {}) => {
    const build = builds.at(-1) ?? PRESENT_BUILD
    programs.set(name, [await startApp(place, { name, settings: { ...settings, ...more }, build })])
  }
  const startNode = async (node: NodeName) => {
    if (programs.get(node)?.some((program) => program.isRunning())) throw new Error(`${node} is running.`)
    if (isOneOf(APPS, node)) await startShop(node)
    else if (isOneOf(DATABASES, node)) await startDatabase(node)
    else if (isOneOf(ETCDS, node)) programs.set(node, [await startEtcd(place, node)])
    else if (isOneOf(BALANCERS, node)) programs.set(node, [await startBalancer(place, node)])
    else programs.set(node, await runObjectStore(place))
  }
  onStep('the shop on its first node')
  await startShop('app1', { DEMO: isDemo ? '1' : '0' })
  onStep('the shop on two more nodes')
  await Promise.all([startNode('app2'), startNode('app3')])

  const cluster: Cluster = {
    ...place,
    settings,
    card,
    isSynchronous,
    kill: async (node) => onlyProgram(programs, node).kill(),
    stop: async (app) => onlyProgram(programs, app).stop(STOP_MS),
    start: startNode,
    async deploy() {
      const number = builds.length
      const next = join(folder, `build-${number}`)
      await makeNextBuild(builds.at(-1) ?? PRESENT_BUILD, next, number)
      builds.push(next)
      for (const app of APPS) {
        await cluster.stop(app)
        await startNode(app)
      }
    },
    async whole() {
      for (const name of ETCDS) await etcdReady(place, name, onlyProgram(programs, name))
      for (const name of APPS) await appReady(place, name, onlyProgram(programs, name))
      await photosReady()
      await ready('The replication', onlyProgram(programs, first), () => isWhole(network, cluster.isSynchronous))
    },
    close,
  }
  onStep('replication')
  await cluster.whole()
  return cluster
}

const isOneOf = <Name extends NodeName>(names: readonly Name[], node: NodeName): node is Name =>
  (names as readonly NodeName[]).includes(node)

/** The first of the programs of a node, whose kill ends them all. */
function onlyProgram(programs: Map<NodeName, Program[]>, node: NodeName): Program {
  const [program] = programs.get(node) ?? []
  if (!program) throw new Error(`${node} was never started.`)
  return program
}
