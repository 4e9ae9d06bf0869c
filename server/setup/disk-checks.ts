import { access, constants, stat, statfs } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { SetupCheck } from '#contract/admin/setup.ts'
import { formatMoment } from '#contract/dates.ts'
import { backupsIn } from '../backup/backup-folder.ts'
import { backupState } from '../backup/backup-state.ts'
import { OLD_MS } from '../backup/shown-backups.ts'
import { BACKUPS_SETUP, DISK_SETUP } from '../texts/setup.ts'
import { good, todo } from './check.ts'
import type { SetupFacts } from './facts.ts'

type Folders = Pick<SetupFacts, 'dataDir' | 'backupDir'>

const GIB = 2 ** 30
const LEAST_FREE = { bytes: GIB, share: 0.05 }

/** Whether there is a recent backup, and room for the next. */
export async function backups({ dataDir, backupDir }: Folders, timeZone: string): Promise<SetupCheck> {
  if (!backupDir)
    return todo('backups', BACKUPS_SETUP.unknown, BACKUPS_SETUP.addFolder, ['BACKUP_DIR=/var/backups/boutique'])
  const folder = await stat(backupDir).catch(() => undefined)
  if (!folder?.isDirectory()) return todo('backups', BACKUPS_SETUP.missing(backupDir), BACKUPS_SETUP.backUp)
  if (!(await isWritable(backupDir))) {
    const advice = BACKUPS_SETUP.chown(backupDir, userInfo().username)
    return todo('backups', BACKUPS_SETUP.unwritable(backupDir), advice)
  }
  const [[newest], { failure }] = await Promise.all([backupsIn(backupDir), backupState(backupDir)])
  if (failure) {
    const finding = BACKUPS_SETUP.failed(formatMoment(failure.at, timeZone), failure.problem)
    return todo('backups', finding, BACKUPS_SETUP.backUp)
  }
  if (!newest) return todo('backups', BACKUPS_SETUP.none(backupDir), BACKUPS_SETUP.backUp)
  const moment = formatMoment(new Date(newest.at), timeZone)
  if (Date.now() - newest.at > OLD_MS) return todo('backups', BACKUPS_SETUP.old(moment), BACKUPS_SETUP.backUp)
  const { dev } = await stat(dataDir)
  return { ...good('backups', BACKUPS_SETUP.good(moment)), todo: dev === folder.dev ? BACKUPS_SETUP.sameDisk : null }
}

/** How much of the disk with the data is free. */
export async function disk({ dataDir }: Folders): Promise<SetupCheck> {
  const { free, total } = await diskSpace(dataDir)
  const finding = DISK_SETUP.free(gigabytes(free), gigabytes(total))
  const isLow = free < LEAST_FREE.bytes || free < LEAST_FREE.share * total
  return isLow ? todo('disk', finding, DISK_SETUP.makeRoom) : good('disk', finding)
}

/** The free and the total bytes of the disk with the folder. */
export async function diskSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

const gigabytes = (bytes: number) => `${(bytes / GIB).toFixed(bytes < 10 * GIB ? 1 : 0)} GB`

const isWritable = (folder: string) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
