// Child process that makes a backup or practices to restore one, at the lowest priority. It ends with the shop.
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { printable } from '#server/errors.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import { notBackedUp } from '#server/shop/database/not-backed-up.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { backUp } from './back-up.ts'
import { deleteOldBackups, deleteUnfinished, describe, newBackupPath, ownBackupsIn } from './backup-folder.ts'
import { alone } from './backup-lock.ts'
import type { BackupPlan } from './backup-plan.ts'
import { saveBackupState } from './backup-state.ts'
import { copyBackup } from './copies.ts'
import { deleteDownloads } from './download-folder.ts'
import { practiceRestore, recordPractice } from './practice.ts'
import type { BackupOutcome, SentTask } from './run-backup.ts'
import { BACKUPS } from './texts.ts'

setPriority(constants.priority.PRIORITY_LOW)
process.umask(0o077)
process.on('disconnect', () => process.exit(0))
const [task] = (await once(process, 'message')) as [SentTask]
notBackedUp.push(...task.notBackedUp)
const outcome = await outcomeOf(task)
process.send?.(outcome, () => process.exit(0))

async function outcomeOf({ kind, plan, notBefore }: SentTask): Promise<BackupOutcome> {
  try {
    const work = kind === 'backup' ? () => makeBackup(plan, notBefore) : () => practice(plan)
    return (await alone(plan.url, kind, work)) ?? { state: 'busy' }
  } catch (error) {
    const printableError = printable(error)
    const problem = printableError instanceof Error ? printableError.message : String(printableError)
    if (kind === 'backup') await saveFailure(plan.folder, problem)
    return { state: 'failed', problem }
  }
}

/** A folder that cannot be written is a reason of failures, too. */
function saveFailure(folder: string, problem: string) {
  return saveBackupState(folder, { failure: { at: new Date().toISOString(), problem } }).catch(() => {})
}

/** Makes a backup unless there is one of that time, and copies the newest. */
async function makeBackup(plan: BackupPlan, notBefore: number): Promise<BackupOutcome> {
  const db = openDatabase(plan.url, 1)
  try {
    const { timeZone } = await shopSettings(db)
    const [last] = await ownBackupsIn(plan.folder)
    if (!last || last.at < notBefore) {
      await deleteUnfinished(plan.folder)
      if (plan.isForDownload) await deleteDownloads(plan.folder, Date.now())
      const path = newBackupPath(plan.folder, plan.recipient)
      await backUp({ db, photos: openPhotoStore(plan.photos) }, path, plan.recipient)
      await deleteOldBackups(plan.folder, timeZone)
    }
    await copyNewest(plan, timeZone)
    await saveBackupState(plan.folder, { failure: null })
    return { state: 'done' }
  } finally {
    await db.$client.end()
  }
}

async function copyNewest({ bucket, folder }: BackupPlan, timeZone: string) {
  const [newest] = await ownBackupsIn(folder)
  if (!bucket || !newest?.about || newest.about.isCopied) return
  try {
    await copyBackup(bucket, newest.path, timeZone)
  } catch (error) {
    const { cause, message } = error as Error
    throw new Error(BACKUPS.copyFailed(cause instanceof Error ? cause.message : message), { cause: error })
  }
  await describe(newest.path, { ...newest.about, isCopied: true })
}

async function practice(plan: BackupPlan): Promise<BackupOutcome> {
  const [newest] = await ownBackupsIn(plan.folder)
  if (!newest) return { state: 'failed', problem: BACKUPS.none }
  const db = openDatabase(plan.url, 1)
  try {
    await recordPractice(plan.folder, newest.path, () => practiceRestore({ ...plan, db }, newest))
    return { state: 'done' }
  } finally {
    await db.$client.end()
  }
}
