import { eq, sql } from 'drizzle-orm'
import type { Message } from '#server/platform/outbox/message.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, ENGRAVING, guest, product } from '#server/testing/factories.ts'
import { paymentReminders } from '../schema.ts'
import { saveReminderSettings } from '../server/reminder-settings.ts'

const POSTAL_ADDRESS = '1 Kiln Road\nMadison, WI 53703'

/** A shop that reminds buyers, and a guest with an order of a piece of which there is one. Messages go into an array. */
export async function shopWithReminders() {
  const shop = await testCheckout()
  const { db, app } = shop
  await saveSettings(db, { name: 'Rosas Pots', postalAddress: POSTAL_ADDRESS })
  await saveReminderSettings(db, { isOn: true })
  const seller = await admin(db)
  const buyer = await guest(db, { name: 'Quagga', email: 'Gus@shopper.example' })
  const cup = await product(db, { name: 'Moon Cup', qty: 1, priceCents: 2_000, asks: [ENGRAVING] })
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  return {
    ...shop,
    ...{ seller, buyer, cup },
    /** An order of the cup, placed so many hours ago. */
    async placedAgo(hours: number, by = buyer.token, id = cup.id) {
      const answers = id === cup.id ? { answers: { engraving: 'xylograph' } } : {}
      const order = (await shop.place({ id, ...answers }, {}, by)).json<{ _id: string; totalPrice: number }>()
      await db
        .update(orders)
        .set({ createdAt: sql`now() - make_interval(mins => ${Math.round(hours * 60)})` })
        .where(eq(orders.id, order._id))
      return order
    },
    /** Has time pass for all orders and reminders. */
    async wait(hours: number) {
      const past = sql`make_interval(hours => ${hours})`
      await db.update(orders).set({
        ...{ createdAt: sql`${orders.createdAt} - ${past}`, touchedAt: sql`${orders.touchedAt} - ${past}` },
        paidAt: sql`${orders.paidAt} - ${past}`,
      })
      await db.update(paymentReminders).set({ createdAt: sql`${paymentReminders.createdAt} - ${past}` })
    },
    /** Sends what is queued. Returns the reminders. */
    async deliver() {
      await sendDueMails({ db, mailer, shopUrl: 'https://shop.test', log: app.log })
      return messages.splice(0).filter(({ subject }) => /is not paid yet$/.test(subject))
    },
  }
}
