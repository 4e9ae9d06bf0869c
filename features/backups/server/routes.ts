import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { AppError, notFound } from '#server/errors.ts'
import { downloadTicket, isGoodTicket } from '#server/platform/db/download-tickets.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { backupCalls } from '../calls.ts'
import { ownBackupsIn } from './backup-folder.ts'
import { type BackupWork, runningWork } from './backup-lock.ts'
import { runBackupTask } from './run-backup.ts'
import { shownBackups } from './shown-backups.ts'
import { BACKUPS } from './texts.ts'

/** The name of the secret that signs the addresses of downloads. */
const DOWNLOAD_SECRET = 'backup download'

/** The backups of the shop. A backup and a practice go on in a process of their own; a page asks how far they are. */
export const backupRoutes: ApiRoutes = async (app, { context }) => {
  const { db, backups, backupDownload } = context
  const plan = backups ?? backupDownload
  const limits = openRateLimits(context)

  const start = async (kind: BackupWork) => {
    if (kind === 'practice' && !backups) throw new AppError('backups_not_configured', BACKUPS.notConfigured)
    if (await runningWork(db)) throw new AppError('backup_busy', BACKUPS.busy)
    if (kind === 'practice' && !(await ownBackupsIn(plan.folder)).length) throw notFound(BACKUPS.none)
    // It is newer than any that there is.
    void runBackupTask({ kind, plan, notBefore: Date.now() }).then((outcome) => {
      if (outcome.state === 'failed') app.log.error({ problem: outcome.problem }, 'A backup or its practice failed.')
    })
  }

  const found = async (name: string) => {
    const backup = (await ownBackupsIn(plan.folder)).find(({ path }) => basename(path) === name)
    if (!backup) throw notFound(BACKUPS.unknown)
    return backup
  }
  const route = routesOf(app, backupCalls)

  route('GET /api/backups', () => shownBackups(db, plan))

  route('POST /api/backups', async (request) => {
    await limits.count(request, POLICIES.setupTest, { account: callerOf(request).id })
    await start('backup')
    return null
  })

  route('POST /api/backups/practice', async (request) => {
    await limits.count(request, POLICIES.setupTest, { account: callerOf(request).id })
    await start('practice')
    return null
  })

  route('POST /api/backups/:name/download', async (request) => {
    const { name } = request.params
    await found(name)
    const query = await downloadTicket(db, DOWNLOAD_SECRET, name)
    return { url: `/api/backups/${name}/file?${query}` }
  })

  route('GET /api/backups/:name/file', async (request, reply) => {
    const { name } = request.params
    const file = (await isGoodTicket(db, DOWNLOAD_SECRET, name, request.query)) && (await found(name))
    if (!file) throw notFound(BACKUPS.unknown)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/octet-stream')
      .header('content-length', file.bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(createReadStream(file.path))
  })
}
