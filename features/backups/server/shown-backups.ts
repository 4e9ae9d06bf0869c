import { basename } from 'node:path'
import type { BackupAlarm } from '#contract/admin/backup-alarm.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Backups } from '../contract.ts'
import { backupsIn, ownBackupsIn } from './backup-folder.ts'
import { runningWork } from './backup-lock.ts'
import type { BackupPlan } from './backup-plan.ts'
import { backupState } from './backup-state.ts'

/** Beyond this age the daily backup has failed twice. */
export const OLD_MS = 2 * 86_400_000

/** The backups that the shop made, what is going on, and what went wrong. */
export async function shownBackups(db: Db, plan: BackupPlan): Promise<Backups> {
  const [ownBackups, state, running] = await Promise.all([
    ownBackupsIn(plan.folder),
    backupState(plan.folder),
    runningWork(db),
  ])
  return {
    folder: plan.isForDownload ? null : plan.folder,
    hour: plan.isForDownload ? null : plan.hour,
    hasBucket: Boolean(plan.bucket),
    running,
    backups: ownBackups.map(({ path, at, bytes, isEncrypted, about }) => ({
      name: basename(path),
      madeAt: new Date(at).toISOString(),
      bytes,
      isEncrypted,
      isCopied: about?.isCopied ?? false,
      orders: about?.holds.orders ?? null,
    })),
    failure: state.failure,
    practice: state.practice,
  }
}

/** What the dashboard says about the backups; null when all is well. */
export async function backupAlarm(plan: BackupPlan | undefined, now: Date): Promise<BackupAlarm | null> {
  if (!plan) return 'none'
  const [[newest], { practice }] = await Promise.all([backupsIn(plan.folder), backupState(plan.folder)])
  if (!newest) return 'none'
  if (now.getTime() - newest.at > OLD_MS) return 'old'
  if (!practice) return 'unpracticed'
  return practice.isGood ? null : 'useless'
}
