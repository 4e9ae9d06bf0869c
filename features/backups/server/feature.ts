import { defineFeature } from '#server/shop/feature.ts'
import { backupCalls } from '../calls.ts'
import { backupPlan, downloadPlan } from './backup-plan.ts'
import { backupCommands } from './commands.ts'
import { backupsOnDesk } from './desk-hooks.ts'
import { startDeletingDownloads } from './download-folder.ts'
import { backupFailedMessage } from './failed-mail.ts'
import { backupRoutes } from './routes.ts'
import { startBackups } from './schedule.ts'

/** Backups of the whole shop, made, kept and tried by itself. */
export const backups = defineFeature({
  name: 'backups',
  calls: backupCalls,
  sections: { backups: 'The backups of the shop' },
  context: ({ env, url }) => ({ backups: backupPlan(env, url), backupDownload: downloadPlan(env, url) }),
  routes: [backupRoutes],
  jobs: [
    ({ db, log, backups: plan, backupDownload }) =>
      plan ? startBackups({ db, log, plan }) : startDeletingDownloads(log, backupDownload.folder),
  ],
  messages: [backupFailedMessage],
  desk: backupsOnDesk,
  commands: backupCommands,
})
