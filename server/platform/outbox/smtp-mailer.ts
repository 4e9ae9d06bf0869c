import { createTransport } from 'nodemailer'
import { type Mailer, MessageRefusedError } from './message.ts'
import { toMailOptions } from './mime.ts'
import { smtpServerOf } from './smtp-url.ts'

/** Timeouts of one SMTP step and of a whole message: less than the minute after which the outbox retries. */
const STEP_MS = 10_000
const TOTAL_MS = 45_000

/**
 * Sends messages over pooled connections to a server such as smtp://user:secret@mail.example:587. Uses encryption
 * wherever the server offers it, and never sends a password unencrypted except to this machine.
 */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    ...smtpServerOf(smtpUrl),
    pool: true,
    maxConnections: 2,
    // The outbox retries messages; this one retry is for an idle connection that the server closed.
    maxRequeues: 1,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  })
  return {
    async send(key, message) {
      const mail = { ...toMailOptions(key, message, from), signal: AbortSignal.timeout(TOTAL_MS) }
      await transport.sendMail(mail).catch((error: SmtpError) => {
        throw isPermanent(error) ? new MessageRefusedError(reasonOf(error)) : new Error(reasonOf(error))
      })
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { response?: string; responseCode?: number; command?: string }

/** Errors after RCPT TO concern the message, not the shop's configuration. */
const isAboutMessage = ({ command = '' }: SmtpError) => ['RCPT TO', 'DATA'].includes(command)

/** A refused sender or password is a configuration error, which the owner can fix, so its messages are retried. */
const isPermanent = (error: SmtpError) => (error.responseCode ?? 0) >= 500 && isAboutMessage(error)

/**
 * The reason for the log. Mail servers quote addresses and links in their replies, which must not be logged, so a reply
 * about a message is reduced to its codes (RFC 5321, 4.2 and RFC 3463), such as 550 5.1.1.
 */
function reasonOf(error: SmtpError) {
  if (!error.response || !isAboutMessage(error)) return error.message
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(error.response) ?? ['nothing known']
  return `The mail server answered ${codes.replace('-', ' ')} to ${error.command}.`
}
