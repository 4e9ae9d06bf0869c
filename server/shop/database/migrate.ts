import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { operatorError } from '#server/errors.ts'
import { isBlocked } from '#server/platform/db/errors.ts'
import { knownFunctions, outdatedFunctions, replaceFunction } from './functions.ts'

/** The lock under which the tables are brought up to date. */
const MIGRATION_LOCK = 7_272_701

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

/** The migration that makes the tables of a new shop. A shop with all the migrations that it replaces has them already. */
const BASELINE = '20261126084047_baseline'

/**
 * How long a migration waits for a table, with the requests that queue up behind it, and the pause in which they go on.
 * A request waits for three seconds.
 */
const LOCK_TIMEOUT_MS = 1_000
const PAUSE_MS = 1_000
const TRIES = 60
/** How often a process looks whether another one has finished the migrations. */
const TURN_MS = 100

/** `…_contract_<stamp>_…` removes what programs use that do not know the migration with that stamp. */
const CONTRACTION_PATTERN = /^\d{14}_contract_(\d{14})_/

/** Which migrations: those with these names, by default all of the folder, by default the shop's; likewise the folders of functions. */
type MigrationOptions = { names?: string[]; folder?: string; functions?: string[] }

/** The names of the migrations of this version, oldest first. */
export const knownMigrations = async (folder = MIGRATIONS) => (await readdir(folder)).toSorted()

/**
 * The names of migrations, with the baseline in the place of those that it replaces. Undefined when some of these are
 * missing.
 */
export async function withBaseline(names: string[]): Promise<string[] | undefined> {
  const list = await readFile(join(MIGRATIONS, BASELINE, 'replaces.txt'), 'utf8')
  const replacedNames = new Set(list.trim().split('\n'))
  const later = names.filter((name) => !replacedNames.has(name))
  if (later.length === names.length) return names
  if (later.length + replacedNames.size > names.length) return undefined
  return [BASELINE, ...later.filter((name) => name !== BASELINE)]
}

/**
 * Runs the pending migrations, each in a transaction of its own, and then replaces the functions whose text has changed,
 * likewise. Of several processes that start at once, one does it and the others wait. Throws a sentence when the tables
 * are too old or too new for this program, or when a table stays in use.
 */
export async function migrateDatabase(url: string, options: MigrationOptions = {}) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Without a lock: a process of an older version starts while a newer one migrates.
    if ((await pendingSteps(client, options)).length === 0) return
    await takeTurn(client)
    await limitWaiting(client)
    for (const { name, run } of await pendingSteps(client, options)) await patiently(name, run)
  } finally {
    await client.end()
  }
}

type Step = { name: string; run: () => Promise<unknown> }

async function pendingSteps(
  client: pg.Client,
  { names, folder = MIGRATIONS, functions }: MigrationOptions,
): Promise<Step[]> {
  const knownNames = await knownMigrations(folder)
  const recordedNames = await appliedTo(client)
  const appliedNames = requireUsable(await withBaseline(recordedNames), knownNames)
  const unrecordedNames = appliedNames.filter((name) => !recordedNames.includes(name))
  const pending = (names ?? knownNames).filter((name) => !appliedNames.includes(name))
  const reachedNames = new Set([...appliedNames, ...pending])
  // A function fits the tables of its own version: older ones may lack its columns, and newer ones have newer functions.
  const isOwnVersion = reachedNames.symmetricDifference(new Set(knownNames)).size === 0
  const changedFunctions = isOwnVersion ? await outdatedFunctions(client, knownFunctions(functions)) : []
  return [
    ...unrecordedNames.map((name) => ({ name, run: () => record(client, name) })),
    ...pending.map((name) => ({ name, run: () => apply(client, folder, name) })),
    ...changedFunctions.map((it) => ({ name: `functions/${it.name}.sql`, run: () => replaceFunction(client, it) })),
  ]
}

async function appliedTo(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as found`)
  if (!tables[0]?.found) return []
  const { rows } = await client.query<{ name: string }>('select name from drizzle.__drizzle_migrations')
  return rows.map(({ name }) => name)
}

/**
 * Returns the names of the applied migrations. Tables with more than this program knows are fine, as long as nothing is
 * gone that it needs.
 */
function requireUsable(appliedNames: string[] | undefined, knownNames: string[]): string[] {
  if (!appliedNames)
    throw operatorError(
      'database_older',
      'The tables of this database are from an early version of the shop that this version cannot bring up to date, and ' +
        'nothing was changed. Start the last version 0.1 on it once, and then this version.',
    )
  const knows = (stamp: string | undefined) => knownNames.some((name) => name.startsWith(`${stamp}_`))
  const missedContraction = appliedNames.find(
    (name) =>
      !knownNames.includes(name) && CONTRACTION_PATTERN.test(name) && !knows(CONTRACTION_PATTERN.exec(name)?.[1]),
  )
  if (!missedContraction) return appliedNames
  throw operatorError(
    'database_newer',
    `A newer version of the shop has removed something from the tables that this version needs (${missedContraction}). ` +
      'Start the newer version, or go back to the copy of the tables from before it.',
  )
}

/**
 * Waits for the lock of migrations without a statement that waits: an index that is built concurrently waits for all of
 * those to end.
 */
async function takeTurn(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, 0) as taken', [MIGRATION_LOCK])
    if (rows[0]?.taken) return
    await setTimeout(TURN_MS)
  }
}

/** Tries again while others use the tables, so that requests do not queue up behind the migration. */
async function patiently(name: string, work: () => Promise<unknown>) {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!isBlocked(error)) throw error
      if (tries === TRIES)
        throw operatorError(
          'migration_blocked',
          `The migration ${name} waits for tables that something else keeps in use: look for long transactions in pg_stat_activity.`,
          error,
        )
      await setTimeout(PAUSE_MS)
    }
}

const limitWaiting = (client: pg.Client) =>
  client.query(`select set_config('lock_timeout', $1, false)`, [String(LOCK_TIMEOUT_MS)])

async function apply(client: pg.Client, folder: string, name: string) {
  const text = await readFile(join(folder, name, 'migration.sql'), 'utf8')
  if (!/\bconcurrently\b/i.test(text)) return runAlone(client, name, text)
  await runConcurrently(client, text)
  await limitWaiting(client)
  await record(client, name)
}

/** Records a migration as applied without running it. */
const record = (client: pg.Client, name: string) => runAlone(client, name, 'select')

/**
 * Has drizzle, which runs all migrations of a folder in one transaction, run that one: in a folder with a copy of its
 * text, because not every file system has links.
 */
async function runAlone(client: pg.Client, name: string, text: string) {
  const ownFolder = await mkdtemp(join(tmpdir(), 'boutique-migration-'))
  try {
    await mkdir(join(ownFolder, name))
    await writeFile(join(ownFolder, name, 'migration.sql'), text)
    await migrate(drizzle({ client }), { migrationsFolder: ownFolder })
  } finally {
    await rm(ownFolder, { recursive: true })
  }
}

/** Builds indexes beside reads and writes, which no transaction can. What an earlier try has left is dropped. */
async function runConcurrently(client: pg.Client, text: string) {
  await client.query('set lock_timeout = 0')
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop index concurrently %s', indexrelid::regclass) as statement from pg_index where not indisvalid`,
  )
  for (const { statement } of rows) await client.query(statement)
  for (const statement of text.split('--> statement-breakpoint')) await client.query(statement)
}
