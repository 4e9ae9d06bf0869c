// The version of the shop before the present one, for deploys. The long forms build a real one from the history of the
// repository; the short forms run the present code, on tables before and after further migrations.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { tablesByDependency } from '#server/platform/db/tables.ts'
import { knownMigrations, migrateDatabase } from '#server/shop/database/migrate.ts'
import { migrationsWith } from '#server/testing/migrations.ts'
import { isLong } from '#server/testing/torture.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = 'server/shop/database/migrations'

export type Version = {
  /** Where it is built; undefined for the present code. */
  folder: string | undefined
  /** How many migrations the present version has beyond it. */
  migrations: number
  name: string
}

/**
 * The version of the commit in DEPLOY_FROM, by default the last one before the newest migration, until the test ends. In
 * the short form the present one.
 */
export async function versionBefore(): Promise<Version> {
  if (!isLong) return { folder: undefined, migrations: 0, name: 'the present version' }
  const commit = await commitBefore()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-version-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await run('sh', ['-c', `git archive ${commit} | tar -x -C ${folder}`], { cwd: ROOT })
  const locks = await Promise.all([ROOT, folder].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')))
  if (locks[0] === locks[1]) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  const build = ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'error']
  // Vitest's NODE_ENV would build it for development.
  await run(process.execPath, build, { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } })
  const before = await knownMigrations(join(folder, MIGRATIONS))
  const further = (await knownMigrations(join(ROOT, MIGRATIONS))).filter((name) => !before.includes(name))
  return { folder, migrations: further.length, name: commit.slice(0, 8) }
}

async function commitBefore() {
  const git = async (...words: string[]) => (await run('git', words, { cwd: ROOT })).stdout.trim()
  const { DEPLOY_FROM: commit = `${await git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS)}^` } =
    process.env
  return git('rev-parse', '--verify', `${commit}^{commit}`)
}

/**
 * Expands every table in the way that the rule of CONTRIBUTING.md allows, as the start of a next version would: columns,
 * a check, an index, and a table of its own. Answers how many migrations that were.
 */
export async function expandTables(db: Db, url: string): Promise<number> {
  const tables = await tablesByDependency(db)
  const expansions = tables.map(
    ({ name }) =>
      `alter table ${name} add column next_note text, add column next_count integer default 0 not null, ` +
      `add constraint ${name}_next check (next_count >= 0) not valid`,
  )
  const migrations = [
    'create table next_things (id uuid primary key)',
    ...expansions,
    'create index concurrently orders_next on orders (next_count, created_at)',
  ]
  const namedMigrations = migrations.map((text, number) => [`${29_990_101_000_000 + number}_next`, text])
  await migrateDatabase(url, { folder: await migrationsWith(Object.fromEntries(namedMigrations)) })
  return migrations.length
}
