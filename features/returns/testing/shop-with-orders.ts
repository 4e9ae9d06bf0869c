import { eq, sql } from 'drizzle-orm'
import { Window } from 'happy-dom'
import type { Message } from '#server/platform/outbox/message.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { finishRefund } from '#server/shop/payments/refunds.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { servePages } from '#server/site/pages.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, ENGRAVING, product } from '#server/testing/factories.ts'
import { savePolicy } from '../server/policy.ts'

export const SELLER = 'zi@shop.example'

type Journey = { countryCode?: string; shippedDaysAgo?: number; arrivesTo?: string | null }

/**
 * A shop with a paid order that was sent: two cups (line 1), a pen (line 2) and an engraved ring (line 3). The order goes
 * to the USA and was sent today unless it says otherwise; the shop takes pieces back for `days`.
 */
export async function shopWithOrder({
  days = 30,
  exchanges = false,
  hasPages = false,
  journey = {},
  ...options
}: {
  days?: number
  exchanges?: boolean
  /** Whether it serves its pages, as they were built. */
  hasPages?: boolean
  journey?: Journey
} & Parameters<typeof testCheckout>[0] = {}) {
  const checkout = await testCheckout(options)
  const { db, app, shop, get, post, put } = checkout
  const pages = hasPages ? await servePages(app, { ...shop, fresh: () => true, owns: [] }) : undefined
  const { token: owner } = await admin(db, { name: 'Zi Maker' })
  await put('/api/settings', { email: SELLER, postalAddress: '1 Kiln Lane\nDenver, CO 80202' }, owner)
  await savePolicy(db, { days, exchanges, postage: 'buyer' })
  const cup = await product(db, { name: 'Cup', qty: 9 })
  const pen = await product(db, { name: 'Pen' })
  const ring = await product(db, { name: 'Ring', asks: [ENGRAVING] })
  const items = [{ id: cup.id, pieces: 2 }, { id: pen.id }, { id: ring.id, answers: { engraving: 'For Ann' } }]
  const order = await checkout.placed(items)
  await checkout.pay(order)
  const travel = async ({ countryCode = 'US', shippedDaysAgo = 0, arrivesTo = null }: Journey) =>
    db
      .update(orders)
      .set({
        deliveredAt: sql`now() - ${shippedDaysAgo} * interval '1 day'`,
        ...{ countryCode, arrivesFrom: arrivesTo, arrivesTo },
      })
      .where(eq(orders.id, order._id))
  await travel(journey)
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  const deliver = async () => {
    messages.length = 0
    await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: app.log })
    return [...messages]
  }
  await deliver()
  const at = `/api/orders/${order._id}/returns`
  return {
    ...checkout,
    ...{ order, owner, travel, deliver },
    ask: (body: object, by = checkout.token) => post(at, body, by),
    seen: async (by = checkout.token) => (await get(at, by)).json(),
    list: async (query = '') => (await get(`/api/returns${query}`, owner)).json(),
    answer: (id: string, state: string, body: object = {}) => put(`/api/returns/${id}/${state}`, body, owner),
    async refund(body: object) {
      const reply = await post(`/api/orders/${order._id}/refund`, body, owner)
      for (const { id } of await db.select().from(refunds))
        await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, id)
      return reply
    },
    /** A page as it is now: tests have no listener for the notices that clear the cache. */
    async read(url: string) {
      pages?.clear()
      const { statusCode, headers, body } = await app.inject(url)
      return { statusCode, headers, body, document: documentOf(body) }
    },
    /** Sends the form of the withdrawal, as a browser without scripts does. */
    withdraw: (fields: Record<string, string>, headers: object = {}) =>
      app.inject({
        method: 'POST',
        url: '/withdraw',
        payload: String(new URLSearchParams(fields)),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
  }
}

/** The document of a page. */
export function documentOf(body: string) {
  const { document } = new Window()
  document.write(body)
  return document
}
