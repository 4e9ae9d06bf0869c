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
        throw isForGood(error) ? new MessageRefused(reasonOf(error)) : new Error(reasonOf(error))
      })
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { response?: string; responseCode?: number; command?: string }

/** What is answered once the recipient is named is about the message, and not about the shop’s own configuration. */
const isAboutMessage = ({ command = '' }: SmtpError) => ['RCPT TO', 'DATA'].includes(command)

/** A refused sender or password is a wrong configuration, which is put right: its messages are tried again. */
const isForGood = (error: SmtpError) => (error.responseCode ?? 0) >= 500 && isAboutMessage(error)

/**
 * Why a message was not taken. Mail servers quote addresses and links of a message in their answers, which no log may
 * hold, so of an answer about a message only its codes are told (RFC 5321, 4.2 and RFC 3463), such as 550 5.1.1.
 */
function reasonOf(error: SmtpError) {
  if (!error.response || !isAboutMessage(error)) return error.message
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(error.response) ?? ['nothing known']
  return `The mail server answered ${codes.replace('-', ' ')} to ${error.command}.`
}
