import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin } from '#server/testing/factories.ts'
import type { NewPushDevice, PushDevice, PushDevices } from '../contract.ts'
import { pushNotices } from '../schema.ts'
import { sendDueNotices } from '../server/send-notices.ts'
import { openPushService } from './push-stand-in.ts'

type Serving = Parameters<typeof testCheckout>[1]

/** A shop whose owner can get notices on devices, by a push service that stands in for those of browsers. */
export async function shopWithDevices(overrides: Parameters<typeof testCheckout>[0] = {}, serving: Serving = {}) {
  const service = await openPushService()
  onTestFinished(service.close)
  const checkout = await testCheckout({ pushHosts: [service.host], ...overrides }, serving)
  const { db, app, shop, get, post } = checkout
  await saveSettings(db, { email: 'rosa@pots.example' })
  const owner = await admin(db)
  const mailer = { send: async () => {}, close() {} }
  const context = { db, shopUrl: shop.shopUrl, pushHosts: [service.host], log: app.log }
  const devices = async (by = owner.token) => (await get('/api/push-devices', by)).json<PushDevices>()
  const add = (device: NewPushDevice, by = owner.token) => post('/api/push-devices', device, by)
  return {
    ...checkout,
    service,
    owner,
    context,
    devices,
    add,
    /** Turns notifications on in a new browser. */
    async newDevice(by = owner.token) {
      const device = service.subscribe((await devices(by)).publicKey)
      return (await add(device, by)).json<PushDevice>()
    },
    /** Sends the messages that are due, as the job does, and with them their notices. */
    async sendAll() {
      await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
      await sendDueNotices(context)
    },
    makeDue: () => db.update(pushNotices).set({ nextTryAt: sql`now()` }),
  }
}
