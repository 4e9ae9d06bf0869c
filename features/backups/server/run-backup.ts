import { answerOfChild } from '#server/platform/lib/child-task.ts'
import type { BackupWork } from './backup-lock.ts'
import type { BackupPlan } from './backup-plan.ts'
import { saveBackupState } from './backup-state.ts'
import { BACKUPS } from './texts.ts'

/** Work for the child process. No backup is made when there is one of `notBefore` or later. */
export type BackupTask = { kind: BackupWork; plan: BackupPlan; notBefore: number }
export type BackupOutcome = { state: 'done' } | { state: 'busy' } | { state: 'failed'; problem: string }

/** Makes a backup or practices to restore the newest, in a child process, so that the shop goes on selling meanwhile. */
export async function runBackupTask(task: BackupTask): Promise<BackupOutcome> {
  const answer = await answerOfChild<BackupOutcome>(new URL('backup-process.ts', import.meta.url), task)
  if (answer) return answer
  // Killed, as by a system without memory. A practice has left its mark.
  const problem = BACKUPS.ended
  const failure = { at: new Date().toISOString(), problem }
  if (task.kind === 'backup') await saveBackupState(task.plan.folder, { failure }).catch(() => {})
  return { state: 'failed', problem }
}
