import { answerOfChild } from '../lib/child-task.ts'
import { BACKUPS } from '../texts/backups.ts'
import type { BackupWork } from './backup-lock.ts'
import type { BackupPlan } from './backup-plan.ts'

/** Work for the child process. No backup is made when there is one of `notBefore` or later. */
export type BackupTask = { kind: BackupWork; plan: BackupPlan; notBefore: number }
export type BackupOutcome = { state: 'done' } | { state: 'busy' } | { state: 'failed'; problem: string }

/** Makes a backup or practices to restore the newest, in a child process, so that the shop goes on selling meanwhile. */
export async function runBackupTask(task: BackupTask): Promise<BackupOutcome> {
  const answer = await answerOfChild<BackupOutcome>(new URL('backup-process.ts', import.meta.url), task)
  return answer ?? { state: 'failed', problem: BACKUPS.ended }
}
