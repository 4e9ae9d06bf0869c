// Finds the shop for an owner's command and prints which one it is. No command creates a shop by accident.
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { addedContext } from '#app/server/features.ts'
import { settingsFile } from '#app/server/process/settings-file.ts'
import { directDatabase, type Env } from '#server/env.ts'
import { operatorError } from '#server/errors.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { requireDirectConnection } from '#server/platform/db/connection-checks.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { hasTables } from '#server/platform/db/tables.ts'
import { exists, makePrivateFolder } from '#server/platform/lib/files.ts'
import type { ShopDatabase } from '#server/shop/command.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { countShop, isShop } from '#server/shop/database/shop-counts.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'

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
  const ownUrl = directDatabase(env)
  if (ownUrl) await requireDirectConnection(ownUrl.url, ownUrl.setting)
  const cluster = ownUrl ? undefined : await startEmbedded(join(env.DATA_DIR, 'postgres'))
  const url = ownUrl?.url ?? cluster?.url ?? ''
  const db = openDatabase(url, 1)
  try {
    const added = addedContext({ env, url, settingsFile: settingsFile(process.env), environment: process.env })
    return await work({ db, env, url, added })
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
  const ownUrl = directDatabase(env)
  if (!ownUrl) return join(env.DATA_DIR, 'postgres')
  const [, server = '', name = ''] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/.exec(ownUrl.url) ?? []
  return `${name || 'postgres'} at ${server || 'a local socket'}`
}
