// The folder of the backups (BACKUP_DIR). Beside each backup is a description, which is read instead of the backup: that
// may be encrypted, and is large. A backup without its description can be restored all the same.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { writeAtomically } from '#server/platform/lib/files.ts'
import { ShopCounts } from '#server/shop/database/shop-counts.ts'
import { backupsToKeep } from './keep-rule.ts'

/** A backup's own name, of the second (UTC) in which it was begun; `.age` when it is encrypted. */
const OWN_NAME_PATTERN = /^boutique-\d{8}T\d{6}Z\.tar(\.age)?$/
const BACKUP_PATTERN = /\.tar(\.age)?$/
const DESCRIPTION = '.json'

const Description = z.object({
  madeAt: z.iso.datetime(),
  release: z.string(),
  /** The hash of the stored file. */
  sha256: z.string(),
  rows: z.int(),
  photos: z.int(),
  holds: ShopCounts,
  /** Whether there is a copy in the bucket for backups. */
  isCopied: z.boolean().optional(),
})
export type Description = z.infer<typeof Description>

/** A complete backup, the time when it was made in milliseconds, its size, and what its description says. */
export type BackupFile = {
  path: string
  at: number
  bytes: number
  isEncrypted: boolean
  about: Description | undefined
}

/** The complete backups in the folder, the newest first; none when there is no such folder. */
export async function backupsIn(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(() => [])
  const backups = await Promise.all(
    names.filter((name) => BACKUP_PATTERN.test(name)).map((name) => backupAt(join(folder, name))),
  )
  return backups.flatMap((backup) => backup ?? []).sort((a, b) => b.at - a.at)
}

/** The backup of that path; undefined when there is no such file. */
export async function backupAt(path: string): Promise<BackupFile | undefined> {
  const file = await stat(path).catch(() => undefined)
  if (!file?.isFile()) return undefined
  const about = await descriptionOf(path)
  // Not the time of the file first: a copy of it is younger.
  const at = about ? Date.parse(about.madeAt) : (madeAtOf(basename(path)) ?? file.mtimeMs)
  return { path, at, bytes: file.size, isEncrypted: path.endsWith('.age'), about }
}

async function descriptionOf(path: string): Promise<Description | undefined> {
  try {
    return Description.parse(JSON.parse(await readFile(`${path}${DESCRIPTION}`, 'utf8')))
  } catch {
    return undefined
  }
}

/** Writes the description of a backup. */
export const describe = (path: string, about: Description) =>
  writeAtomically(dirname(path), `${basename(path)}${DESCRIPTION}`, Buffer.from(`${JSON.stringify(about, null, 2)}\n`))

/** Whether the file is byte for byte as it was written; undefined without a description. */
export async function isUnchanged({ path, about }: BackupFile): Promise<boolean | undefined> {
  if (!about) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === about.sha256
}

/** When the shop made a backup with that name, in milliseconds; undefined for another name. */
export function madeAtOf(name: string): number | undefined {
  if (!OWN_NAME_PATTERN.test(name)) return undefined
  const [, day, hours, minutes, seconds] = /(\d{8})T(\d\d)(\d\d)(\d\d)Z/.exec(name) ?? []
  return Temporal.Instant.from(`${day}T${hours}:${minutes}:${seconds}Z`).epochMilliseconds
}

/** The complete backups in the folder that the shop named itself, the newest first. */
export const ownBackupsIn = async (folder: string) =>
  (await backupsIn(folder)).filter(({ path }) => OWN_NAME_PATTERN.test(basename(path)))

/** The path of a new backup in the folder, named after this second (UTC). */
export function newBackupPath(folder: string, recipient: string | undefined) {
  const second = new Date().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return join(folder, `boutique-${second}.tar${recipient ? '.age' : ''}`)
}

/** What backups are called that are still being written. */
export const UNFINISHED_SUFFIX = '.unfinished'

/** Deletes what killed backups left in the folder, and descriptions without their backup; nobody may back up meanwhile. */
export async function deleteUnfinished(folder: string) {
  const names: string[] = await readdir(folder).catch(() => [])
  const leftOvers = names.filter((name) => {
    if (name.endsWith(UNFINISHED_SUFFIX)) return OWN_NAME_PATTERN.test(name.slice(0, -UNFINISHED_SUFFIX.length))
    const backup = name.endsWith(DESCRIPTION) ? name.slice(0, -DESCRIPTION.length) : ''
    return OWN_NAME_PATTERN.test(backup) && !names.includes(backup)
  })
  for (const name of leftOvers) await rm(join(folder, name), { force: true })
}

/** Deletes the backups that the shop named itself and that the keep rule does not keep. */
export async function deleteOldBackups(folder: string, timeZone: string) {
  const ownBackups = await ownBackupsIn(folder)
  const keptBackups = backupsToKeep(ownBackups, timeZone)
  for (const backup of ownBackups.filter((one) => !keptBackups.has(one))) await deleteBackup(backup)
}

/** Deletes a backup and its description. */
export async function deleteBackup({ path }: BackupFile) {
  for (const file of [path, `${path}${DESCRIPTION}`]) await rm(file, { force: true })
}
