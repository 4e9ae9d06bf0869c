// What backups add to the seller's desk: the alarm on the dashboard, and the checks of backups and practice.
import { access, constants, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { isNotNull } from 'drizzle-orm'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { formatMoment } from '#contract/dates.ts'
import type { Context } from '#server/platform/context.ts'
import { good, todo } from '#server/shop/desk/check.ts'
import type { DeskHooks } from '#server/shop/desk/desk-hooks.ts'
import { ownShop } from '#server/shop/schema/own-shop.ts'
import { backupsIn } from './backup-folder.ts'
import { backupState } from './backup-state.ts'
import { backupAlarm, OLD_MS } from './shown-backups.ts'
import { BACKUPS_SETUP, PRACTICE_HEALTH } from './texts.ts'

type Folders = Pick<Context['setup'], 'dataDir' | 'backupDir'>

export const backupsOnDesk: DeskHooks = {
  /** The alarm; null when all is well, and for a shop that is still the demo. */
  async tasks({ db, backups: plan }, now) {
    const isOwn = (await db.$count(ownShop, isNotNull(ownShop.startedAt))) > 0
    return { backups: isOwn ? await backupAlarm(plan, now) : null }
  },
  checks: async ({ setup }, timeZone, page) => [
    await backupCheck(setup, timeZone),
    ...(page === 'health' ? await practiceCheck(setup.backupDir, timeZone) : []),
  ],
}

/** Whether there is a recent backup, and room for the next. */
async function backupCheck({ dataDir, backupDir }: Folders, timeZone: string): Promise<SetupCheck> {
  if (!backupDir)
    return todo('backups', BACKUPS_SETUP.unknown, BACKUPS_SETUP.addFolder, ['BACKUP_DIR=/var/backups/boutique'])
  const folder = await stat(backupDir).catch(() => undefined)
  if (!folder?.isDirectory()) return todo('backups', BACKUPS_SETUP.missing(backupDir), BACKUPS_SETUP.backUp)
  if (!(await isWritable(backupDir))) {
    const advice = BACKUPS_SETUP.chown(backupDir, userInfo().username)
    return todo('backups', BACKUPS_SETUP.unwritable(backupDir), advice)
  }
  const [[newest], { failure }] = await Promise.all([backupsIn(backupDir), backupState(backupDir)])
  if (failure) {
    const finding = BACKUPS_SETUP.failed(formatMoment(failure.at, timeZone), failure.problem)
    return todo('backups', finding, BACKUPS_SETUP.backUp)
  }
  if (!newest) return todo('backups', BACKUPS_SETUP.none(backupDir), BACKUPS_SETUP.backUp)
  const moment = formatMoment(new Date(newest.at), timeZone)
  if (Date.now() - newest.at > OLD_MS) return todo('backups', BACKUPS_SETUP.old(moment), BACKUPS_SETUP.backUp)
  const { dev } = await stat(dataDir)
  return { ...good('backups', BACKUPS_SETUP.good(moment)), todo: dev === folder.dev ? BACKUPS_SETUP.sameDisk : null }
}

async function practiceCheck(folder: string | undefined, timeZone: string): Promise<SetupCheck[]> {
  // Without a folder the check of the backups says what to do.
  if (!folder) return []
  const { practice: last } = await backupState(folder)
  if (!last) return [todo('practice', PRACTICE_HEALTH.never, PRACTICE_HEALTH.practice)]
  const moment = formatMoment(last.at, timeZone)
  if (!last.isGood) return [todo('practice', PRACTICE_HEALTH.bad(moment), PRACTICE_HEALTH.see)]
  return [good('practice', PRACTICE_HEALTH.good(moment))]
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
