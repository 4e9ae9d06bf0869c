import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { knownFunctions } from '#server/shop/database/functions.ts'
import { knownMigrations } from '#server/shop/database/migrate.ts'

export const MIGRATIONS = join(import.meta.dirname, '../server/shop/database/migrations')

/** The file of a migration with the hash of the functions that it came with. */
export const HASH_FILE = 'functions.sha256'

/** A hash of the texts of all functions. */
export function functionsHash(): string {
  const hash = createHash('sha256')
  for (const { name, text } of knownFunctions()) hash.update(`${name}\n${text}\n`)
  return hash.digest('hex')
}

/** The hash in the newest migration that has one. */
export async function recordedHash(): Promise<string> {
  const newest = (await knownMigrations()).findLast((name) => existsSync(join(MIGRATIONS, name, HASH_FILE)))
  if (!newest) throw new Error(`No migration has a file ${HASH_FILE}.`)
  return (await readFile(join(MIGRATIONS, newest, HASH_FILE), 'utf8')).trim()
}
