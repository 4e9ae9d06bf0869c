import type { Message } from '#server/platform/outbox/message.ts'
import { endEmails } from '#server/shop/messages/optional-emails.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin } from '#server/testing/factories.ts'
import { subscribers } from '../schema.ts'
import { sendLetters } from '../server/send-letters.ts'

/** A shop that offers letters and sends its messages into an array, with what its seller and its readers do. */
export async function openShop() {
  const shop = await testCheckout()
  const { db } = shop
  await saveSettings(db, {
    name: 'Rosas Pots',
    switches: { offersLetters: true },
    postalAddress: '1 Kiln Road\nMadison',
  })
  const seller = await admin(db)
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  /** Sends what is due, and returns it. */
  const deliver = async () => {
    await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: shop.app.log })
    return messages.splice(0)
  }
  return {
    ...{ ...shop, seller, deliver },
    ask: (email: string) => shop.post('/api/letters/subscribers', { email }),
    confirm: (link: string) => shop.post('/api/letters/confirmed', { link }),
    /** Presses the link at the foot of a letter. */
    end: ({ endUrl = '' }: Message) => endEmails(db, new URL(endUrl).searchParams.get('link') ?? ''),
    states: async () =>
      Object.fromEntries((await db.select().from(subscribers)).map(({ email, state }) => [email, state])),
    /** Begins a letter and sends it. */
    async write(subject: string, body = 'They are **blue**.') {
      const { _id, version } = (await shop.post('/api/letters', { subject, body }, seller.token)).json()
      return shop.put(`/api/letters/${_id}/sent`, { version }, seller.token)
    },
    /** Queues and sends until nothing is left to do. */
    async sendAll() {
      const sent: Message[] = []
      for (let queued = 1; queued > 0; ) {
        queued = await sendLetters(db)
        sent.push(...(await deliver()))
      }
      return sent
    },
  }
}

/** The signed part of the link in a message that asks to confirm. */
export const confirmLinkIn = (messages: Message[]) => /\/letters#([\w.-]+)/.exec(messages[0]?.text ?? '')?.[1] ?? ''
