// Finds the shop for an owner's command and prints which one it is. No command creates a shop by accident.
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { countShop, isShop } from '../backup/shop-counts.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { requireDirectConnection } from '../db/connection-checks.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { hasTables } from '../db/tables.ts'
import { directDatabase, type Env } from '../env.ts'
import { operatorError } from '../errors.ts'
import { exists, makePrivateFolder } from '../lib/files.ts'
import { shopSettings } from '../settings/settings.ts'

/** A database and the configuration of its shop. */
export type ShopDatabase = { db: Database; env: Env; url: string }

/** Runs the work on an existing shop, after printing which one. Throws a sentence when there is none. */
export async function withShop<T>(env: Env, work: (place: ShopDatabase) => Promise<T>): Promise<T> {
  if (!env.DATABASE_URL && !(await exists(join(env.DATA_DIR, 'postgres/PG_VERSION')))) throw notFoundSentence(env)
  return withDatabase(env, async (place) => {
    if (!(await hasTables(place.db))) throw notFoundSentence(env)
    await migrateDatabase(place.url)
    const counts = await countShop(place.db)
    if (!isShop(counts)) throw notFoundSentence(env)
    const { orders } = counts
    const { name } = await shopSettings(place.db)
    console.log(`Shop ${name}, ${orders} ${orders === 1 ? 'order' : 'orders'}, database ${databaseName(env)}`)
    return work(place)
  })
}

/** Runs the work on a database that may be empty, with or without the tables of a shop. */
export async function withEmptyShop<T>(env: Env, work: (place: ShopDatabase) => Promise<T>): Promise<T> {
  await makePrivateFolder(env.DATA_DIR)
  return withDatabase(env, work)
}

/**
 * Whether the simulator has ever taken payments here. Throws a sentence when another card service took them, since the
 * simulator knows nothing of those.
 */
export async function hasSimulatedPayments(db: Database) {
  const { rows } = await db.execute<{ elsewhere: boolean; here: boolean }>(sql`
    select exists (select from payment_attempts where mode <> 'simulated' and kind = 'card' and state = 'captured') as elsewhere,
      to_regclass('square_simulator.payments') is not null as here`)
  if (rows[0]?.elsewhere)
    throw operatorError(
      'payments_not_configured',
      'This shop takes money through Square, and SQUARE_ACCESS_TOKEN is not set here: set it as the shop has it, or ' +
        'start the shop once with this version, which keeps its configuration in DATA_DIR.',
    )
  return rows[0]?.here ?? false
}

async function withDatabase<T>(env: Env, work: (place: ShopDatabase) => Promise<T>): Promise<T> {
  const own = directDatabase(env)
  if (own) await requireDirectConnection(own.url, own.setting)
  const cluster = own ? undefined : await startEmbedded(join(env.DATA_DIR, 'postgres'))
  const url = own?.url ?? cluster?.url ?? ''
  const db = openDatabase(url, 1)
  try {
    return await work({ db, env, url })
  } finally {
    await db.$client.end()
    // A cluster that was already running belongs to a running shop.
    if (cluster?.startedHere) await cluster.stop()
  }
}

const notFoundSentence = (env: Env) =>
  operatorError(
    'shop_not_found',
    `No shop was found in ${databaseName(env)}, and nothing was changed. If your shop is elsewhere, set ` +
      'DATA_DIR or DATABASE_URL to where it is.',
  )

/** Names the database that the command works on, without its password. */
function databaseName(env: Env) {
  const own = directDatabase(env)
  if (!own) return join(env.DATA_DIR, 'postgres')
  const [, server = '', name = ''] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/.exec(own.url) ?? []
  return `${name || 'postgres'} at ${server || 'a local socket'}`
}
