import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { writeAtomically } from '#server/platform/lib/files.ts'
import type { Mailer } from './message.ts'
import { toMailOptions } from './mime.ts'

/**
 * Writes each message atomically to `<key>.eml` in the folder, for any mail program. A repeated message overwrites its
 * file. Logs links, if a log is given, so that a developer can follow them.
 */
export function fileMailer(folder: string, from: string, log?: FastifyBaseLogger): Mailer {
  const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(key, message) {
      const { message: text } = await builder.sendMail(toMailOptions(key, message, from))
      await writeAtomically(folder, `${key}.eml`, text as Buffer)
      // `warn` is shown by default, so a developer finds the link.
      if (message.link)
        log?.warn({ to: message.to, link: message.link }, 'No mail server is configured, so here is the link.')
    },
    close() {},
  }
}
