import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { inSpan } from '#server/platform/lib/tracing.ts'
import { queueMails } from '#server/platform/outbox/outbox.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { ownBackupsIn } from './backup-folder.ts'
import { alone } from './backup-lock.ts'
import type { BackupPlan } from './backup-plan.ts'
import { backupState } from './backup-state.ts'
import { lastDue } from './due.ts'
import { endKilledPractice } from './practice.ts'
import { runBackupTask } from './run-backup.ts'

const LOOK_MS = 60_000
/** The second try comes soon; later ones every hour. */
const RETRIES_MS = [5 * 60_000, 3_600_000]

type Works = { db: Db; log: FastifyBaseLogger; plan: BackupPlan }

/** Starts the job that makes the daily backup. A failed one is tried again; when that fails too, the seller is told once. */
export function startBackups(works: Works): Job {
  let failures = 0
  let isTidy = false
  return startJob(works.log, async () => {
    if (!isTidy || (await backupState(works.plan.folder)).practicing) await tidy(works)
    isTidy = true
    const now = new Date()
    const outcome = await inSpan('job backup', () => makeDueBackup(works, now))
    if (outcome?.state !== 'failed') {
      failures = 0
      return LOOK_MS
    }
    failures += 1
    if (failures === 2) await tellSeller(works, outcome.problem, now)
    return RETRIES_MS[Math.min(failures, RETRIES_MS.length) - 1] ?? LOOK_MS
  })
}

/** Deletes what a killed practice left behind. A backup is made even if that fails. */
const tidy = ({ log, plan }: Works) =>
  alone(plan.url, 'practice', () => endKilledPractice(plan)).catch((error: unknown) => {
    log.error(error, 'What a practice restore left behind could not be deleted.')
  })

/** Makes the backup that is due, and says what came of it; undefined when none is due. */
export async function makeDueBackup({ db, log, plan }: Works, now: Date) {
  const { timeZone } = await shopSettings(db)
  const notBefore = lastDue(now, plan.hour, timeZone).getTime()
  const [newest] = await ownBackupsIn(plan.folder)
  const isMissing = !newest || newest.at < notBefore
  const isUncopied = plan.bucket && newest?.about && !newest.about.isCopied
  if (!isMissing && !isUncopied) return undefined
  const outcome = await runBackupTask({ kind: 'backup', plan, notBefore })
  if (outcome.state === 'failed') log.error({ problem: outcome.problem }, 'The backup failed. It will be tried again.')
  return outcome
}

/** Queues the message about a failed backup: one for each day on which backups fail. */
export async function tellSeller({ db, plan }: Pick<Works, 'db' | 'plan'>, problem: string, now: Date) {
  const { timeZone } = await shopSettings(db)
  const due = lastDue(now, plan.hour, timeZone).toISOString().slice(0, 10)
  await queueMails(db, [{ kind: 'backup_failed', dedupeKey: `backup_failed-${due}`, payload: { problem } }])
}
