import { type ExampleMessages, HOSTILE, LOGO } from '#server/testing/message-parts.ts'
import { webhookOffEmail } from '../server/off-mail.ts'

export const exampleMessages: ExampleMessages = {
  webhook_off: (shop) =>
    webhookOffEmail({ id: LOGO, url: `https://hooks.example/${HOSTILE}`, reason: 'failing' }, shop),
}
