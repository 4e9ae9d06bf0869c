import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BackupDownload, BackupKey, Backups, BackupTicket } from '#contract/admin/backups.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { sharedSecret } from '../db/secrets.ts'
import { AppError, notFound } from '../errors.ts'
import { isSameSecret, signatureOf } from '../lib/signatures.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { BACKUPS } from '../texts/backups.ts'
import { ownBackupsIn } from './backup-folder.ts'
import { type BackupWork, runningWork } from './backup-lock.ts'
import { runBackupTask } from './run-backup.ts'
import { shownBackups } from './shown-backups.ts'

/** A download begins within this time after it was asked for. */
const TICKET_MS = 60_000
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

  // The browser itself downloads the file, which can be larger than its memory, so the address has to be enough.
  const ticket = async (name: string, until: number) => ({
    until: String(until),
    key: signatureOf(await sharedSecret(db, 'backup download'), `${until} ${name}`),
  })

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
    { schema: { params: BackupKey, response: { 201: BackupDownload } } },
    async (request, reply) => {
      const { name } = request.params
      await found(name)
      const query = new URLSearchParams(await ticket(name, Date.now() + TICKET_MS))
      return reply.code(201).send({ url: `/api/backups/${name}/file?${query}` })
    },
  )

  const download = { params: BackupKey, querystring: BackupTicket, response: { 200: FILE } }
  app.get('/:name/file', { schema: download }, async (request, reply) => {
    const { name } = request.params
    const { until, key } = request.query
    const isGood = until > Date.now() && isSameSecret(key, (await ticket(name, until)).key)
    const file = isGood && (await found(name))
    if (!file) throw notFound(BACKUPS.unknown)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/octet-stream')
      .header('content-length', file.bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(createReadStream(file.path))
  })
}
