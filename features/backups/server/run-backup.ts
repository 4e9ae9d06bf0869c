import { answerOfChild } from '#server/platform/lib/child-task.ts'
import { notBackedUp } from '#server/shop/database/not-backed-up.ts'
import type { BackupWork } from './backup-lock.ts'
import type { BackupPlan } from './backup-plan.ts'
import { saveBackupState } from './backup-state.ts'
import { BACKUPS } from './texts.ts'

/** Work for the child process. No backup is made when there is one of `notBefore` or later. */
type BackupTask = { kind: BackupWork; plan: BackupPlan; notBefore: number }
/** The work with the tables that features leave out of a backup: the child process loads no features. */
export type SentTask = BackupTask & { notBackedUp: string[] }
export type BackupOutcome = { state: 'done' } | { state: 'busy' } | { state: 'failed'; problem: string }

/** Makes a backup or practices to restore the newest, in a child process, so that the shop goes on selling meanwhile. */
export async function runBackupTask(task: BackupTask): Promise<BackupOutcome> {
  const sentTask: SentTask = { ...task, notBackedUp }
  const answer = await answerOfChild<BackupOutcome>(new URL('backup-process.ts', import.meta.url), sentTask)
  if (answer) return answer
  // Killed, as by a system without memory. A practice has left its mark.
  const problem = BACKUPS.ended
  const failure = { at: new Date().toISOString(), problem }
  if (task.kind === 'backup') await saveBackupState(task.plan.folder, { failure }).catch(() => {})
  return { state: 'failed', problem }
}
