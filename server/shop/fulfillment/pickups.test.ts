import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'

const PICKUP = { method: 'pickup', name: 'Pick up', by: 'pieces', zone: null } as const
const PLACE = { address: '5 Mill Lane, Boise', hours: 'Saturdays, 9 to 12' }

/** A shop with an admin and a paid order that its buyer collects. */
async function shopWithPickup() {
  const shop = await testCheckout()
  const { db, app } = shop
  await saveSettings(db, { name: 'Rosas Pots', email: 'rosa@pots.example' })
  const { token: owner } = await admin(db)
  const order = await shop.placed(await product(db))
  await shop.pay(order)
  await db
    .update(orders)
    .set({ shipping: { ...PICKUP, pickup: PLACE }, shipBy: '2026-12-04' })
    .where(eq(orders.id, order._id))
  const at = (end: string) => `/api/orders/${order._id}/${end}`
  const timeline = async (): Promise<string[]> =>
    (await shop.get(at('timeline'), owner)).json().map(({ text }: { text: string }) => text)
  const send = async () => {
    await db.update(outbox).set({ nextTryAt: sql`now()` })
    const messages = new Map<string, { subject: string; text: string }>()
    const mailer = {
      send: async (key: string, { subject, text }: { subject: string; text: string }) => {
        messages.set(key.slice(0, key.indexOf('-')), { subject, text })
      },
      close() {},
    }
    await sendDueMails({ db, mailer, shopUrl: shop.shop.shopUrl, log: app.log })
    return messages
  }
  return {
    ...shop,
    owner,
    id: order._id,
    number: order.number,
    timeline,
    send,
    ready: () => shop.put(at('shipped'), {}, owner),
    unready: () => shop.remove(at('ready'), owner),
    collect: () => shop.put(at('collected'), undefined, owner),
    uncollect: () => shop.remove(at('collected'), owner),
  }
}

test('the seller reads that a new order is picked up and by when, and no address to ship to', async () => {
  const { send, number, buyer } = await shopWithPickup()
  const message = (await send()).get('new_order')
  expect(message?.subject).toContain(`New order ${number} to pick up`)
  expect(message?.text).toContain(`${buyer.name} picks it up, so do not ship it. Have it ready by Dec 4, 2026.`)
  expect(message?.text).toContain('Pick up: 5 Mill Lane, Boise.')
  expect(message?.text).not.toContain('Ship to')
  expect(message?.text).not.toContain('1 Main Street')
})

test('the seller reads how a new order travels, and by which day it ships', async () => {
  const { send, db, id } = await shopWithPickup()
  await db
    .update(orders)
    .set({ shipping: { ...PICKUP, method: 'mail', name: 'Ground' } })
    .where(eq(orders.id, id))
  const message = (await send()).get('new_order')
  expect(message?.text).toContain('Ground, ships by Dec 4, 2026.')
  expect(message?.text).toContain('Ship to:')
})

test('an order that is picked up is ready, then collected, and never in a parcel', async () => {
  const { ready, collect, send, timeline, get, owner, id, put } = await shopWithPickup()
  await send()
  const readyOrder = (await ready()).json()
  expect(readyOrder).toMatchObject({ isDelivered: true })
  for (const field of ['parcels', 'collectedAt']) expect(readyOrder).not.toHaveProperty(field)
  expect((await get('/api/orders?delivery=ready', owner)).json().orders).toMatchObject([{ _id: id }])
  expect((await send()).get('shipped')?.subject).toContain('is ready to collect')
  const collectedOrder = (await collect()).json()
  expect(collectedOrder.collectedAt).toEqual(expect.any(String))
  expect((await collect()).json()).toEqual(collectedOrder)
  expect((await send()).size).toBe(0)
  expect((await timeline()).slice(-3)).toEqual(['Ready to collect.', 'Email that it is ready sent.', 'Collected.'])
  expect((await get('/api/orders?delivery=ready', owner)).json().orders).toEqual([])
  expect((await get('/api/orders?delivery=shipped', owner)).json().orders[0].collectedAt).toBe(
    collectedOrder.collectedAt,
  )
  expect((await put(`/api/orders/${id}/shipped`, { items: [{ line: 1, qty: 1 }] }, owner)).statusCode).toBe(409)
})

test('ready is taken back within half a minute with its message, and not after that', async () => {
  const { ready, unready, send, db, id } = await shopWithPickup()
  await send()
  await ready()
  expect((await unready()).json()).toMatchObject({ isDelivered: false })
  expect((await unready()).json()).toMatchObject({ isDelivered: false })
  expect((await send()).size).toBe(0)
  await ready()
  await db.update(orders).set({ deliveredAt: sql`now() - interval '31 seconds'` }).where(eq(orders.id, id))
  expect((await unready()).json()).toMatchObject({ code: 'undo_too_late' })
  await db.update(orders).set({ deliveredAt: sql`now()` }).where(eq(orders.id, id))
  expect((await send()).has('shipped')).toBe(true)
  expect((await unready()).json()).toMatchObject({ code: 'undo_too_late' })
})

test('an order that became ready with others is taken back with them, unless it is collected', async () => {
  const { collect, uncollect, send, put, owner, id, order } = await shopWithPickup()
  await send()
  const shipAll = async () => (await put('/api/orders/shipped', { ids: [id] }, owner)).json()
  const { shipped, sent } = await shipAll()
  expect({ shipped, sent }).toEqual({ shipped: 1, sent: { parcels: [], ready: [id] } })
  const takeBack = () => put('/api/orders/unshipped', sent, owner)
  expect((await takeBack()).json()).toEqual({ takenBack: 1, tooLate: 0 })
  expect(await order(id, owner)).toMatchObject({ isDelivered: false })
  expect((await send()).size).toBe(0)
  await shipAll()
  await collect()
  expect((await takeBack()).json()).toEqual({ takenBack: 0, tooLate: 1 })
  await uncollect()
  expect(await order(id, owner)).toMatchObject({ isDelivered: true })
})

test('who comes before the message was sent gets none, and collecting is taken back', async () => {
  const { ready, collect, uncollect, unready, send, timeline } = await shopWithPickup()
  await send()
  await ready()
  await collect()
  expect((await unready()).statusCode).toBe(409)
  expect((await send()).size).toBe(0)
  expect(await timeline()).toContain('Email that it is ready was not sent.')
  const order = (await uncollect()).json()
  expect(order).toMatchObject({ isDelivered: true })
  expect(order).not.toHaveProperty('collectedAt')
})

test('an order that is collected at once is ready and collected, and neither after it is taken back', async () => {
  const { collect, uncollect, timeline } = await shopWithPickup()
  expect((await collect()).json()).toMatchObject({ isDelivered: true, collectedAt: expect.any(String) })
  expect((await timeline()).filter((text) => /eady|ollect/.test(text))).toEqual(['Collected.'])
  const order = (await uncollect()).json()
  expect(order).toMatchObject({ isDelivered: false })
  expect(order).not.toHaveProperty('collectedAt')
})

test('an order that is shipped, unpaid or refunded is not collected', async () => {
  const { collect, uncollect, unready, db, id, post, put, owner, placed } = await shopWithPickup()
  await db.update(orders).set({ shipping: null }).where(eq(orders.id, id))
  for (const call of [collect, uncollect, unready])
    expect((await call()).json()).toMatchObject({ code: 'order_closed' })
  await db.update(orders).set({ shipping: { ...PICKUP, pickup: PLACE } })
  await post(`/api/orders/${id}/refund`, {}, owner)
  expect((await collect()).json()).toMatchObject({ code: 'order_refunded' })
  const { _id } = await placed(await product(db))
  await db.update(orders).set({ shipping: { ...PICKUP, pickup: PLACE } })
  expect((await put(`/api/orders/${_id}/collected`, undefined, owner)).json()).toMatchObject({ code: 'order_not_paid' })
})
