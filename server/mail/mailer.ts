import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import type { Mailer } from './messages.ts'

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>

/** The configured mail server; without one, files in the outbox folder and links in the log. */
export function openMailer(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir }: Settings,
  log: FastifyBaseLogger,
): Mailer {
  if (smtpUrl) return openLater(async () => (await import('./smtp-mailer.ts')).smtpMailer(smtpUrl, from))
  const folder = join(dataDir, 'outbox')
  log.info({ folder }, 'Emails are saved in this folder instead of being sent.')
  return openLater(async () => (await import('./file-mailer.ts')).fileMailer(folder, from, log))
}

/** A mailer that is opened for its first message, because its library is slow to load. */
function openLater(open: () => Promise<Mailer>): Mailer {
  let opened: Promise<Mailer> | undefined
  return {
    async send(key, message) {
      opened ??= open()
      await (await opened).send(key, message)
    },
    close: () => void opened?.then((mailer) => mailer.close()),
  }
}
