import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import { fileMailer } from './file-mailer.ts'
import type { Mailer } from './messages.ts'
import { smtpMailer } from './smtp-mailer.ts'

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>

/** The configured mail server; without one, files in the outbox folder and links in the log. */
export function openMailer(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir }: Settings,
  log: FastifyBaseLogger,
): Mailer {
  if (smtpUrl) return smtpMailer(smtpUrl, from)
  const folder = join(dataDir, 'outbox')
  log.info({ folder }, 'Emails are saved in this folder instead of being sent.')
  return fileMailer(folder, from, log)
}
