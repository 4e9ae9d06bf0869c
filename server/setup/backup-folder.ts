// The folder of the backups (BACKUP_DIR), in which each backup is a folder of its own.
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { operatorError } from '../errors.ts'

/** The file of a backup that holds its rows. */
export const BACKUP_ROWS = 'database.ndjson.gz'
/** The newest backups that are not deleted. Only folders that the shop named itself are. */
const RETAINED = 7
const OWN_NAME = /^boutique-\d{8}T\d{6}Z$/

/** A complete backup and the time when it was made, in milliseconds. */
export type BackupFolder = { path: string; at: number }

/** The complete backups in the folder, the newest first; none when there is no such folder. */
export async function backupsIn(folder: string): Promise<BackupFolder[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const written = await stat(join(path, BACKUP_ROWS)).catch(() => undefined)
      return written?.isFile() && !name.endsWith('.unfinished') ? [{ path, at: written.mtimeMs }] : []
    }),
  )
  return found.flat().sort((a, b) => b.at - a.at)
}

/** The path of a new backup in BACKUP_DIR, named after this second (UTC). Throws a sentence without BACKUP_DIR. */
export function newBackupPath(folder: string | undefined) {
  if (!folder)
    throw operatorError('configuration_invalid', 'Name the folder of the backup, or set BACKUP_DIR to where all are.')
  const second = new Date().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return join(folder, `boutique-${second}`)
}

/** Deletes the backups that the shop named itself, but for the newest seven. */
export async function deleteOldBackups(folder: string) {
  const own = (await backupsIn(folder)).filter(({ path }) => OWN_NAME.test(basename(path)))
  for (const { path } of own.slice(RETAINED)) await rm(path, { recursive: true, force: true })
}
