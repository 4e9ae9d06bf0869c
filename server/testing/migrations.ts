import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { knownMigrations } from '#server/shop/database/migrate.ts'

const OWN_FOLDER = fileURLToPath(new URL('../shop/database/migrations', import.meta.url))

/** A folder with the shop's migrations and these further ones, SQL by name, until the test ends. */
export async function migrationsWith(further: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of await knownMigrations()) await symlink(join(OWN_FOLDER, name), join(folder, name), 'junction')
  for (const [name, text] of Object.entries(further)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'migration.sql'), text)
  }
  return folder
}
