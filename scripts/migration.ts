// Writes the next migration, by drizzle-kit, with the hash of the functions that come with it. An older version of the
// shop knows by a migration that the functions are newer than its own, and leaves them alone.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownMigrations } from '#server/shop/database/migrate.ts'
import { functionsHash, HASH_FILE, MIGRATIONS, recordedHash } from './functions-hash.ts'

const DRIZZLE_KIT = join(import.meta.dirname, '../node_modules/.bin/drizzle-kit')

const before = await knownMigrations()
const { status } = spawnSync(DRIZZLE_KIT, ['generate', ...process.argv.slice(2)], { stdio: 'inherit' })
const newNames = (await knownMigrations()).filter((name) => !before.includes(name))
const hash = functionsHash()
const hasChanged = hash !== (await recordedHash())
for (const name of newNames) if (hasChanged) writeFileSync(join(MIGRATIONS, name, HASH_FILE), `${hash}\n`)
if (newNames.length === 0 && hasChanged)
  console.log('Functions have changed: run it again with --custom, for a migration without statements that says how.')
process.exitCode = status ?? 1
