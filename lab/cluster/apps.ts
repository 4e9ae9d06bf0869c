import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FLAGS, PROGRAM, shopEnvironment } from '#scripts/start.mjs'
import { APP_PORT, PRIMARY_PORT, REPLICA_PORT, SHOP_PORT } from './haproxy.ts'
import type { APPS, Network } from './network.ts'
import { photoBucket } from './object-store.ts'
import type { Passwords } from './patroni.ts'
import { answers, type Place, type Program, ready, startProgram } from './programs.ts'

export type AppName = (typeof APPS)[number]

/** The present build of the shop. */
export const PRESENT_BUILD = join(import.meta.dirname, '../..')
/** HAProxy takes a node out a second after it says that it stops. */
const DRAIN_SECONDS = 5
/** How long a node of the shop may take to stop: six times the drain, and 21 seconds for the requests under way. */
export const STOP_MS = 60_000

export const shopUrl = (network: Network) => `http://${network.address('balancer')}:${SHOP_PORT}`
export const appUrl = (network: Network, name: AppName) => `http://${network.address(name)}:${APP_PORT}`

/** The addresses of the database: of whichever node is the primary, and of a replica. */
export function databaseUrls(network: Network, { shop }: Passwords) {
  const url = (port: number) => `postgres://boutique:${shop}@${network.address('database-balancer')}:${port}/boutique`
  return { DATABASE_URL: url(PRIMARY_PORT), DATABASE_REPLICA_URL: url(REPLICA_PORT) }
}

/** The settings that all nodes of the shop share. */
export function shopSettings(network: Network, passwords: Passwords): Record<string, string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = photoBucket(network)
  return {
    ...databaseUrls(network, passwords),
    SHOP_URL: shopUrl(network),
    TRUST_PROXY: network.address('balancer'),
    PORT: String(APP_PORT),
    PAYMENTS: 'demo',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    ENV_FILE: 'none',
    WORKERS: '1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    // All shoppers of the load have one address.
    RATE_LIMITS: 'off',
    ROBOT_CHECK: 'off',
    WARM_PHOTOS: 'off',
  }
}

type App = { name: AppName; settings: Record<string, string>; build: string }

/** Starts that build of the shop on a node, with the settings of `npm start`, and waits until it is ready. */
export async function startApp(place: Place, { name, settings, build }: App): Promise<Program> {
  const data = join(place.folder, name)
  await mkdir(data, { recursive: true, mode: 0o700 })
  const PATH = `${join(build, 'node_modules/.bin')}:${process.env.PATH}`
  const ownSettings = { ...settings, PATH, HOST: place.network.address(name), DATA_DIR: data }
  // Not by the launcher, which an earlier build does not have.
  const command = [join(build, 'node_modules/.bin/node'), ...FLAGS, PROGRAM]
  const program = await startProgram(place, { node: name, command, env: shopEnvironment(ownSettings), cwd: build })
  await appReady(place, name, program)
  return program
}

/** Waits until the node can serve: its database answers. */
export const appReady = ({ network }: Place, name: AppName, program: Program) =>
  ready(name, program, () => answers(`${appUrl(network, name)}/readyz`))
