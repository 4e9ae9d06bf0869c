import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BackupKey, Backups } from '#contract/admin/backups.ts'
import { Download, DownloadTicket } from '#contract/admin/downloads.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { downloadTicket, isGoodTicket } from '../db/download-tickets.ts'
import { AppError, notFound } from '../errors.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { BACKUPS } from '../texts/backups.ts'
import { ownBackupsIn } from './backup-folder.ts'
import { type BackupWork, runningWork } from './backup-lock.ts'
import { runBackupTask } from './run-backup.ts'
import { shownBackups } from './shown-backups.ts'

const FILE = { content: { 'application/octet-stream': { schema: z.unknown() } } }

/** The backups of the shop. A backup and a practice go on in a process of their own; a page asks how far they are. */
export const backupRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db, backups: plan } = context
  const limits = openRateLimits(context)

  const start = async (kind: BackupWork) => {
    if (!plan) throw new AppError('backups_not_configured', BACKUPS.notConfigured)
    if (await runningWork(db)) throw new AppError('backup_busy', BACKUPS.busy)
    if (kind === 'practice' && !(await ownBackupsIn(plan.folder)).length) throw notFound(BACKUPS.none)
    // It is newer than any that there is.
    void runBackupTask({ kind, plan, notBefore: Date.now() }).then((outcome) => {
      if (outcome.state === 'failed') app.log.error({ problem: outcome.problem }, 'A backup or its practice failed.')
    })
  }

  const found = async (name: string) => {
    const backup = plan && (await ownBackupsIn(plan.folder)).find(({ path }) => basename(path) === name)
    if (!backup) throw notFound(BACKUPS.unknown)
    return backup
  }

  app.get('/', { schema: { response: { 200: Backups } } }, () => shownBackups(db, plan))

  app.post('/', { schema: { response: { 202: z.null() } } }, async (request, reply) => {
    await limits.count(request, 'setupTest', { account: callerOf(request).id })
    await start('backup')
    return reply.code(202).send(null)
  })

  app.post('/practice', { schema: { response: { 202: z.null() } } }, async (request, reply) => {
    await limits.count(request, 'setupTest', { account: callerOf(request).id })
    await start('practice')
    return reply.code(202).send(null)
  })

  app.post(
    '/:name/download',
    { schema: { params: BackupKey, response: { 201: Download } } },
    async (request, reply) => {
      const { name } = request.params
      await found(name)
      const query = await downloadTicket(db, 'backup', name)
      return reply.code(201).send({ url: `/api/backups/${name}/file?${query}` })
    },
  )

  const download = { params: BackupKey, querystring: DownloadTicket, response: { 200: FILE } }
  app.get('/:name/file', { schema: download }, async (request, reply) => {
    const { name } = request.params
    const file = (await isGoodTicket(db, 'backup', name, request.query)) && (await found(name))
    if (!file) throw notFound(BACKUPS.unknown)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/octet-stream')
      .header('content-length', file.bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(createReadStream(file.path))
  })
}
