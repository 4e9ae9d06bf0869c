import { createTransport } from 'nodemailer'
import { type Mailer, MessageRefused } from './messages.ts'
import { toMail } from './mime.ts'
import { serverOf } from './smtp-url.ts'

/** One step of the talk with the mail server, and the whole of it: less than the minute after which it is tried again. */
const STEP_MS = 10_000
const WHOLE_MS = 45_000

/**
 * Sends messages through the mail server of an address such as smtp://user:secret@mail.example:587, over connections
 * that stay open for the next message. Where the server offers encryption it is used or nothing is sent; a password
 * never leaves this machine without it.
 */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    ...serverOf(smtpUrl),
    pool: true,
    maxConnections: 2,
    // Of a message that did not get through the outbox takes care. Once more is for a connection that had gone to sleep.
    maxRequeues: 1,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  })
  return {
    async send(key, message) {
      const mail = { ...toMail(key, message, from), signal: AbortSignal.timeout(WHOLE_MS) }
      await transport.sendMail(mail).catch((error: SmtpError) => {
        // Mail servers repeat the address in their answers, and the log holds no addresses.
        const reason = error.message.replaceAll(message.to, 'the recipient')
        throw isForGood(error) ? new MessageRefused(reason) : new Error(reason)
      })
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { responseCode?: number; command?: string }

/** A refused sender or password is a wrong configuration, which is put right: its messages are tried again. */
const isForGood = ({ responseCode = 0, command = '' }: SmtpError) =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
