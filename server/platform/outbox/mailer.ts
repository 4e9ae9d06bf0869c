import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { isLoopback } from '#server/platform/lib/loopback.ts'
import type { Mailer } from './message.ts'

type Settings = { SMTP_URL?: string | undefined; MAIL_FROM: string; DATA_DIR: string; SHOP_URL: string }

/**
 * The configured mail server; without one, files in the outbox folder. Links are in the log of a shop on this machine
 * only: elsewhere they are other people's, and a log is read by more than the owner.
 */
export function openMailer(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir, SHOP_URL: shopUrl }: Settings,
  log: FastifyBaseLogger,
): Mailer {
  if (smtpUrl) return openLater(async () => (await import('./smtp-mailer.ts')).smtpMailer(smtpUrl, from))
  const folder = join(dataDir, 'outbox')
  const isLocal = isLoopback(new URL(shopUrl).hostname)
  if (isLocal) log.info({ folder }, 'Emails are saved in this folder instead of being sent.')
  else log.warn({ folder }, 'Nobody gets an email: SMTP_URL names no mail server, so emails are saved in this folder.')
  const linkLog = isLocal ? log : undefined
  return openLater(async () => (await import('./file-mailer.ts')).fileMailer(folder, from, linkLog))
}

/** A mailer that is opened for its first message, because its library is slow to load. */
function openLater(open: () => Promise<Mailer>): Mailer {
  let mailerOpening: Promise<Mailer> | undefined
  return {
    async send(key, message) {
      mailerOpening ??= open()
      await (await mailerOpening).send(key, message)
    },
    close: () => void mailerOpening?.then((mailer) => mailer.close()),
  }
}
