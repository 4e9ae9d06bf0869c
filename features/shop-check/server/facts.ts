import type { Env } from '#server/env.ts'
import { smtpServerOf } from '#server/platform/outbox/smtp-url.ts'

/** The parts of the configuration that the setup page judges. It has no secrets. */
export type SetupFacts = {
  settingsFile: string | undefined
  dataDir: string
  backupDir: string | undefined
  /** The host of the mail server; undefined when emails are files. */
  mailServer: string | undefined
  mailFrom: string
  webhookUrl: string | undefined
  /** Where new versions are announced; undefined when nobody asks. */
  updatesUrl: string | undefined
}

type Configuration = Pick<
  Env,
  'DATA_DIR' | 'BACKUP_DIR' | 'SMTP_URL' | 'MAIL_FROM' | 'SQUARE_WEBHOOK_URL' | 'UPDATES_URL'
>

/** The facts of a configuration that was read from this file, if any. */
export const setupFacts = (env: Configuration, settingsFile: string | undefined): SetupFacts => ({
  settingsFile,
  dataDir: env.DATA_DIR,
  backupDir: env.BACKUP_DIR,
  mailServer: env.SMTP_URL && smtpServerOf(env.SMTP_URL).host,
  mailFrom: env.MAIL_FROM,
  webhookUrl: env.SQUARE_WEBHOOK_URL,
  updatesUrl: env.UPDATES_URL,
})

declare module '#server/platform/context.ts' {
  interface Context {
    setup: SetupFacts
  }
}
