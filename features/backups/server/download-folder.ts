// The folder of the backup that a shop without BACKUP_DIR makes to be downloaded. It does not stay on the server.
import type { FastifyBaseLogger } from 'fastify'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { deleteBackup, ownBackupsIn } from './backup-folder.ts'

const KEPT_MS = 3_600_000
const LOOK_MS = 10 * 60_000

/** Starts the job that deletes the backup an hour after it was made. */
export const startDeletingDownloads = (log: FastifyBaseLogger, folder: string): Job =>
  startJob(log, async () => {
    await deleteDownloads(folder, Date.now() - KEPT_MS)
    return LOOK_MS
  })

/** Deletes the backups in the folder that were made before this time, in milliseconds. */
export async function deleteDownloads(folder: string, before: number) {
  for (const backup of await ownBackupsIn(folder)) if (backup.at < before) await deleteBackup(backup)
}
