import { type ExampleMessages, HOSTILE, TO } from '#server/testing/message-parts.ts'
import { backupFailedEmail } from '../server/failed-mail.ts'

export const exampleMessages: ExampleMessages = {
  backup_failed: (shop) => backupFailedEmail(TO, HOSTILE, shop),
}
