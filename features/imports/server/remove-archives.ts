import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { imports } from '../schema.ts'
import { archivePath } from './photo-archive.ts'

/** Deletes the archives of imports that need no more photos. */
export async function removeArchives(db: Db, dataDir: string) {
  const folder = join(dataDir, 'imports')
  const names = await readdir(folder).catch(() => [])
  const archives = names.filter((name) => name.endsWith('.zip'))
  if (archives.length === 0) return
  const open = await db
    .select({ id: imports.id })
    .from(imports)
    .where(inArray(imports.state, ['reading', 'ready', 'running', 'stopped']))
  const neededPaths = new Set(open.map(({ id }) => archivePath(dataDir, id)))
  for (const path of archives.map((name) => join(folder, name)))
    if (!neededPaths.has(path)) await rm(path, { force: true })
}
