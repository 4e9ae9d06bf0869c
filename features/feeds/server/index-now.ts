// Tells search engines which pages have changed (indexnow.org): once a minute, all of them in one request.
import { hash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { isLoopback } from '#server/platform/lib/loopback.ts'
import { type Gateway, modeOf } from '#server/shop/payments/gateway.ts'
import type { PublicFile } from '#server/shop/public-files.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { closedAt } from '#server/shop/settings/time-off.ts'
import { INDEXNOW_KEY_PATH } from '../paths.ts'
import { changedAddresses } from '../schema.ts'

export type PingContext = {
  db: Db
  shopUrl: string
  gateway: Pick<Gateway, 'setup'>
  /** Undefined when the owner wants no pings. */
  indexNowUrl?: string | undefined
  log: FastifyBaseLogger
}

const EVERY_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
const TIMEOUT_MS = 10_000
/** The most that the protocol allows in a request. */
const MOST_URLS = 10_000
/** An address that could not be sent for so long is left to the sitemap. */
const KEPT = '1 day'

/** The shop's key, of the characters that the protocol allows. Everybody may read it. */
const indexNowKey = async (db: Db) => hash('sha256', await sharedSecret(db, 'indexnow key'), 'hex').slice(0, 32)

export const indexNowKeyFile: PublicFile = {
  path: INDEXNOW_KEY_PATH,
  type: 'text/plain; charset=utf-8',
  make: async ({ db }) => ({ text: await indexNowKey(db), tags: [] }),
}

/** Starts the job that pings. After a failure it pauses for twice as long each time, an hour at most. */
export function startPinging(context: PingContext): Job {
  let pause = EVERY_MS
  return startJob(context.log, async () => {
    const isTaken = await pingChanges(context)
    pause = isTaken ? EVERY_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
    return pause
  })
}

/** Tells of the changes since the last ping. False when they are to be told again later. */
export async function pingChanges(context: PingContext): Promise<boolean> {
  const { db, log, indexNowUrl } = context
  await db.delete(changedAddresses).where(lt(changedAddresses.createdAt, sql`now() - ${KEPT}::interval`))
  const changes = await nextChanges(db)
  if (!changes) return true
  if (!indexNowUrl || !(await isOpenToEngines(context))) return forget(db, changes)
  const status = await sendPing(indexNowUrl, await pingOf(context, changes.paths)).catch((error: unknown) => {
    log.warn({ err: error }, 'Search engines could not be told what has changed.')
    return 0
  })
  if (status === 0 || status === 429 || status >= 500) return false
  if (status >= 300) log.warn({ status }, 'IndexNow refuses to hear what has changed.')
  return forget(db, changes)
}

/** Whether it is a real shop that others can reach and that takes orders. */
async function isOpenToEngines({ db, shopUrl, gateway }: PingContext) {
  const { protocol, hostname } = new URL(shopUrl)
  if (protocol !== 'https:' || isLoopback(hostname) || modeOf(gateway) !== 'live') return false
  return closedAt(await shopSettings(db))?.orders !== 'stop'
}

type Changes = { paths: string[]; ids: number[] }

/** The addresses that have changed, each once, and the rows that tell of them. */
async function nextChanges(db: Db): Promise<Changes | undefined> {
  const rows = await db
    .select({ path: changedAddresses.path, ids: sql<number[]>`array_agg(${changedAddresses.id}::float8)` })
    .from(changedAddresses)
    .groupBy(changedAddresses.path)
    .orderBy(sql`min(${changedAddresses.id})`)
    .limit(MOST_URLS)
  if (rows.length === 0) return undefined
  return { paths: rows.map(({ path }) => path), ids: rows.flatMap(({ ids }) => ids) }
}

/** Forgets these rows, and not what has changed since. */
async function forget(db: Db, { ids }: Changes): Promise<true> {
  await db.delete(changedAddresses).where(sql`${changedAddresses.id} = any(${sql.param(ids)}::bigint[])`)
  return true
}

const pingOf = async ({ db, shopUrl }: PingContext, paths: string[]) => ({
  host: new URL(shopUrl).host,
  key: await indexNowKey(db),
  keyLocation: `${shopUrl}${INDEXNOW_KEY_PATH}`,
  urlList: paths.map((path) => `${shopUrl}${path}`),
})

/** The status of the answer, of which nothing else is wanted. */
async function sendPing(url: string, ping: Awaited<ReturnType<typeof pingOf>>): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(ping),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  return answer.status
}
