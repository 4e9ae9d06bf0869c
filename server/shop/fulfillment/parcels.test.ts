import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orders, parcels } from '#server/shop/schema/orders.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'

const UPS = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' } as const
const USPS = { carrier: 'USPS', trackingNumber: '9400111899223344556677' } as const

/** A shop with an admin and a paid order of two mugs and a pen. */
async function shopWithOrder() {
  const shop = await testCheckout()
  const { db, app } = shop
  const { token: owner } = await admin(db)
  const mug = await product(db, { qty: 50, name: 'Mug', priceCents: 3000 })
  const pen = await product(db, { qty: 50, name: 'Pen', priceCents: 2000 })
  const paidOrder = async () => {
    const order = await shop.placed([{ ...mug, pieces: 2 }, pen])
    expect((await shop.pay(order)).statusCode).toBe(200)
    return order
  }
  const { _id: id, number } = await paidOrder()
  const ship = (body: object = {}, order = id) => shop.put(`/api/orders/${order}/shipped`, body, owner)
  const takeBack = (parcel: string, order = id) => shop.remove(`/api/orders/${order}/parcels/${parcel}`, owner)
  const timeline = async (): Promise<string[]> =>
    (await shop.get(`/api/orders/${id}/timeline`, owner)).json().map(({ text }: { text: string }) => text)
  /** Sends what is due, or all that waits; returns the messages by their keys. */
  const send = async ({ isAllDue = true } = {}) => {
    if (isAllDue) await db.update(outbox).set({ nextTryAt: sql`now()` })
    const messages = new Map<string, { subject: string; text: string }>()
    const mailer = {
      send: async (key: string, { subject, text }: { subject: string; text: string }) => {
        messages.set(key, { subject, text })
      },
      close() {},
    }
    await sendDueMails({ db, mailer, shopUrl: shop.shop.shopUrl, log: app.log })
    return messages
  }
  await send()
  return { ...shop, owner, id, number, paidOrder, ship, takeBack, timeline, send, seen: () => shop.order(id, owner) }
}

test('an order is shipped in two parcels, with one message each', async () => {
  const { ship, send, seen, timeline, number } = await shopWithOrder()
  const part = (await ship({ ...UPS, items: [{ line: 1, qty: 1 }] })).json()
  expect(part).toMatchObject({ isDelivered: false, ...UPS, parcels: [{ ...UPS, items: [{ line: 1, qty: 1 }] }] })
  expect(part).not.toHaveProperty('shippedAt')
  const first = (await send()).get(`shipped-${part.parcels[0]._id}`)
  expect(first?.subject).toBe(`Demo: A parcel of your order ${number} is on its way`)
  for (const words of ['In this parcel: 1 × Mug.', 'The rest of your order follows', UPS.trackingNumber])
    expect(first?.text).toContain(words)
  const shippedOrder = (await ship(USPS)).json()
  expect(shippedOrder).toMatchObject({ isDelivered: true, ...USPS, shippedAt: shippedOrder.parcels[1].shippedAt })
  expect(shippedOrder.parcels[1].items).toEqual([
    { line: 1, qty: 1 },
    { line: 2, qty: 1 },
  ])
  const second = await send()
  expect([...second.keys()]).toEqual([`shipped-${shippedOrder.parcels[1]._id}`])
  expect([...second.values()][0]?.text).toContain('In this parcel: 1 × Mug, 1 × Pen.')
  expect([...second.values()][0]?.text).not.toContain('follows')
  expect(await seen()).toEqual(shippedOrder)
  expect(await timeline()).toEqual(
    expect.arrayContaining([
      `Shipped 1 × Mug with UPS, tracking number ${UPS.trackingNumber}.`,
      `Shipped 1 × Mug, 1 × Pen with USPS, tracking number ${USPS.trackingNumber}.`,
    ]),
  )
})

test.for([
  ['more than is left', [{ line: 1, qty: 3 }], 409],
  ['a line that the order lacks', [{ line: 7, qty: 1 }], 409],
  ['nothing, first', [], 409],
  ['a line twice', [...[1, 1].map((line) => ({ line, qty: 1 }))], 400],
  ['no units', [{ line: 1, qty: 0 }], 400],
] as const)('a parcel of %s is refused', async ([, items, status]) => {
  const { ship, seen } = await shopWithOrder()
  expect((await ship({ items })).statusCode).toBe(status)
  expect(await seen()).not.toHaveProperty('parcels')
})

test('two tabs that ship the same parcel at once ship it once', async () => {
  const { ship, seen, db } = await shopWithOrder()
  const answers = await Promise.all(
    [UPS, USPS, UPS].map((tracking) => ship({ ...tracking, parcelsBefore: 0, items: [{ line: 1, qty: 1 }] })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect((await seen()).parcels).toHaveLength(1)
  expect(await db.$count(outbox, eq(outbox.kind, 'shipped'))).toBe(1)
})

test('the last piece of an order ships it; nothing is left after that', async () => {
  const { ship } = await shopWithOrder()
  await ship({ items: [{ line: 2, qty: 1 }] })
  expect((await ship({ items: [{ line: 1, qty: 2 }] })).json()).toMatchObject({ isDelivered: true })
  expect((await ship({ items: [{ line: 1, qty: 1 }] })).json()).toMatchObject({ code: 'order_shipped' })
})

test('an order of which the rest is refunded is shipped without another parcel or message', async () => {
  const { ship, post, owner, id, send, timeline } = await shopWithOrder()
  await ship({ items: [{ line: 1, qty: 2 }] })
  await send()
  await post(`/api/orders/${id}/refund`, { items: [{ line: 2, qty: 1 }] }, owner)
  expect((await ship({ items: [] })).json()).toMatchObject({ isDelivered: true, parcels: [{}] })
  expect((await send()).size).toBe(0)
  expect(await timeline()).toContain('Marked as shipped: nothing else is to be shipped.')
})

test('refunded pieces are left out of the parcel of all that is left, and the order is shipped', async () => {
  const { ship, post, owner, id } = await shopWithOrder()
  await post(`/api/orders/${id}/refund`, { items: [{ line: 1, qty: 1 }] }, owner)
  const order = (await ship()).json()
  expect(order).toMatchObject({ isDelivered: true })
  expect(order.parcels[0].items).toEqual([
    { line: 1, qty: 1 },
    { line: 2, qty: 1 },
  ])
})

test('refunded pieces are neither on the packing slip nor in the postage file, and the order says which they are', async () => {
  const { ship, post, get, owner, id, seen } = await shopWithOrder()
  const refund = (line: number, qty: number) => post(`/api/orders/${id}/refund`, { items: [{ line, qty }] }, owner)
  const slip = async () => {
    const [parcel] = (await get(`/api/orders/packing?ids=${id}`, owner)).json()
    return parcel?.items.map(({ name, qty }: { name: string; qty: number }) => [qty, name])
  }
  await refund(1, 1)
  expect(await slip()).toEqual([
    [1, 'Mug'],
    [1, 'Pen'],
  ])
  await refund(2, 1)
  expect(await slip()).toEqual([[1, 'Mug']])
  const postage = (await get('/api/orders/postage', owner)).body
  expect(postage).toContain('1 x Mug,')
  expect(postage).toContain(',30.00')
  expect((await seen()).orderItems.map(({ refunded }: { refunded?: number }) => refunded)).toEqual([1, 1])
  await refund(1, 1)
  expect(await slip()).toBeUndefined()
  await ship()
  // A slip that is printed again after shipping says what was in the parcel.
  expect(await slip()).toEqual([
    [2, 'Mug'],
    [1, 'Pen'],
  ])
})

test('what is refunded after it was shipped stays on its packing slip', async () => {
  const { ship, post, get, owner, id } = await shopWithOrder()
  await ship()
  await post(`/api/orders/${id}/refund`, { items: [{ line: 1, qty: 1 }] }, owner)
  expect((await get(`/api/orders/packing?ids=${id}`, owner)).json()[0].items[0]).toMatchObject({ name: 'Mug', qty: 2 })
})

test('an order is found by the tracking number of each of its parcels', async () => {
  const { ship, get, owner, number } = await shopWithOrder()
  await ship({ ...UPS, items: [{ line: 1, qty: 1 }] })
  await ship({ ...USPS, items: [{ line: 1, qty: 1 }] })
  await ship({ carrier: 'DHL', trackingNumber: '1234567890' })
  for (const keyword of [UPS.trackingNumber, UPS.trackingNumber.slice(3, 12), USPS.trackingNumber, '1234567890']) {
    const { orders } = (await get(`/api/orders?keyword=${keyword}`, owner)).json()
    const results = (await get(`/api/admin/search?q=${keyword}`, owner)).json().orders
    const file = (await get(`/api/orders/export?keyword=${keyword}`, owner)).body
    for (const found of [orders, results]) expect(found, keyword).toMatchObject([{ number }])
    expect(file, keyword).toContain(`\r\n${number},`)
  }
  const { orders } = (await get('/api/orders?keyword=9999999999', owner)).json()
  expect(orders).toEqual([])
})

test('the message of a parcel waits half a minute, in which shipping can be taken back with it', async () => {
  const { ship, takeBack, send, seen, timeline } = await shopWithOrder()
  const { parcels: sent } = (await ship(UPS)).json()
  expect((await send({ isAllDue: false })).size).toBe(0)
  const answer = await takeBack(sent[0]._id)
  expect(answer.json()).toMatchObject({ isDelivered: false, carrier: null, trackingNumber: null })
  expect((await send()).size).toBe(0)
  expect(await seen()).not.toHaveProperty('parcels')
  expect((await timeline()).filter((text) => text.startsWith('Ship'))).toEqual([])
  expect((await takeBack(sent[0]._id)).statusCode).toBe(404)
  const again = (await ship(USPS)).json()
  expect([...(await send()).keys()]).toEqual([`shipped-${again.parcels[0]._id}`])
})

test('only the latest parcel is taken back, and the one before shows its tracking again', async () => {
  const { ship, takeBack } = await shopWithOrder()
  await ship({ ...UPS, items: [{ line: 2, qty: 1 }] })
  const { parcels: sent } = (await ship(USPS)).json()
  expect((await takeBack(sent[0]._id)).json()).toMatchObject({ code: 'undo_too_late' })
  expect((await takeBack(sent[1]._id)).json()).toMatchObject({ isDelivered: false, ...UPS, parcels: [{ ...UPS }] })
})

test('after half a minute, or once the message is sent, shipping is not taken back', async () => {
  const { ship, takeBack, send, seen, db } = await shopWithOrder()
  const { parcels: sent } = (await ship({ items: [{ line: 2, qty: 1 }] })).json()
  await send()
  expect((await takeBack(sent[0]._id)).json()).toEqual({
    code: 'undo_too_late',
    message: 'It is too late to take this back: the email to the buyer is on its way.',
  })
  const { parcels: later } = (await ship()).json()
  await db.update(parcels).set({ shippedAt: sql`now() - interval '31 seconds'` }).where(eq(parcels.id, later[1]._id))
  expect((await takeBack(later[1]._id)).statusCode).toBe(409)
  expect(await seen()).toMatchObject({ isDelivered: true })
})

test('of taking a parcel back and sending its message at the same moment one happens', async ({ task }) => {
  const { ship, send, takeBack, order, owner, paidOrder } = await shopWithOrder()
  const ends = { sent: 0, takenBack: 0 }
  const count = runs(6, 100)
  for (let run = 0; run < count; run++) {
    const { _id } = await paidOrder()
    await send()
    const { parcels: sent } = (await ship(UPS, _id)).json()
    const key = `shipped-${sent[0]._id}`
    const [messages, answer] = await Promise.all([send(), takeBack(sent[0]._id, _id)])
    const isSent = messages.has(key)
    expect(answer.statusCode).toBe(isSent ? 409 : 200)
    expect(await order(_id, owner)).toMatchObject({ isDelivered: isSent })
    expect((await send()).has(key)).toBe(false)
    ends[isSent ? 'sent' : 'takenBack']++
  }
  figure(
    task,
    `${count} parcels taken back while their messages were sent: ${ends.sent} sent, ${ends.takenBack} taken back, 0 both`,
  )
})

test('a manual payment stays when the shipping that came with it is taken back', async () => {
  const { placed, put, remove, owner, db } = await shopWithOrder()
  const order = await placed(await product(db))
  const { parcels: sent } = (await put(`/api/orders/${order._id}/shipped`, { paidBy: 'cash' }, owner)).json()
  const answer = await remove(`/api/orders/${order._id}/parcels/${sent[0]._id}`, owner)
  expect(answer.json()).toMatchObject({ isPaid: true, paidBy: 'cash', isDelivered: false })
})

test('each parcel has its own tracking, which can be corrected', async () => {
  const { ship, put, owner, id } = await shopWithOrder()
  await ship({ ...UPS, items: [{ line: 2, qty: 1 }] })
  const { parcels: sent } = (await ship(USPS)).json()
  const correct = (parcel: string, body: object) => put(`/api/orders/${id}/parcels/${parcel}`, body, owner)
  expect((await correct(sent[0]._id, { carrier: 'DHL', trackingNumber: '7' })).json()).toMatchObject({
    ...USPS,
    parcels: [{ carrier: 'DHL', trackingNumber: '7' }, USPS],
  })
  expect((await correct(sent[1]._id, { trackingNumber: '' })).json()).toMatchObject({ trackingNumber: null })
  expect((await correct(sent[1]._id, {})).statusCode).toBe(200)
  expect((await correct(id, UPS)).statusCode).toBe(404)
})

test('packing slip, postage file and list have only what is not shipped yet', async () => {
  const { ship, get, owner, id, number } = await shopWithOrder()
  await ship({ ...UPS, items: [{ line: 1, qty: 1 }] })
  const slips = (await get(`/api/orders/packing?ids=${id}`, owner)).json()
  expect(slips[0].items.map(({ name, qty }: { name: string; qty: number }) => [qty, name])).toEqual([
    [1, 'Mug'],
    [1, 'Pen'],
  ])
  const postage = (await get('/api/orders/postage', owner)).body
  expect(postage).toContain('1 x Mug; 1 x Pen')
  expect(postage).toContain(',50.00')
  const waiting = (await get('/api/orders?delivery=waiting', owner)).json().orders
  expect(waiting).toMatchObject([
    {
      number,
      items: 3,
      shippedItems: 1,
      pieces: [
        { name: 'Mug', qty: 2 },
        { name: 'Pen', qty: 1 },
      ],
    },
  ])
  await ship(USPS)
  expect((await get(`/api/orders/packing?ids=${id}`, owner)).json()[0].items[0].qty).toBe(2)
  const file = (await get('/api/orders/export', owner)).body
  expect(file).toContain(`${UPS.trackingNumber}; ${USPS.trackingNumber}`)
  expect((await get('/api/orders?delivery=shipped', owner)).json().orders[0]).not.toHaveProperty('shippedItems')
})

test('several orders at once get a parcel each, with what is left of them', async () => {
  const { ship, put, owner, id, paidOrder, order } = await shopWithOrder()
  const other = await paidOrder()
  await ship({ items: [{ line: 1, qty: 2 }] })
  const answer = await put('/api/orders/shipped', { ids: [id, other._id] }, owner)
  const [first, second] = [(await order(id, owner)).parcels, (await order(other._id, owner)).parcels]
  expect(answer.json()).toMatchObject({ shipped: 2, sent: { ready: [] } })
  expect(answer.json().sent.parcels.sort()).toEqual([first[1]._id, second[0]._id].sort())
  expect(first[1].items).toEqual([{ line: 2, qty: 1 }])
  expect(second).toMatchObject([{ items: [{ line: 1, qty: 2 }, { line: 2 }] }])
})

test('several orders shipped at once are taken back at once with their messages, which wait half a minute', async () => {
  const { ship, put, owner, id, paidOrder, order, send } = await shopWithOrder()
  const other = await paidOrder()
  await ship({ ...UPS, items: [{ line: 1, qty: 2 }] })
  await send()
  const { sent } = (await put('/api/orders/shipped', { ids: [id, other._id] }, owner)).json()
  expect((await send({ isAllDue: false })).size).toBe(0)
  const takeBack = () => put('/api/orders/unshipped', sent, owner)
  expect((await takeBack()).json()).toEqual({ takenBack: 2, tooLate: 0 })
  expect((await send()).size).toBe(0)
  expect(await order(id, owner)).toMatchObject({ isDelivered: false, ...UPS, parcels: [UPS] })
  expect(await order(other._id, owner)).toMatchObject({ isDelivered: false, carrier: null, trackingNumber: null })
  expect(await order(other._id, owner)).not.toHaveProperty('parcels')
  expect((await takeBack()).json()).toEqual({ takenBack: 0, tooLate: 2 })
})

test('of orders shipped at once, those whose message is being sent stay shipped', async () => {
  const { put, owner, id, paidOrder, order, db } = await shopWithOrder()
  const other = await paidOrder()
  const { sent } = (await put('/api/orders/shipped', { ids: [id, other._id] }, owner)).json()
  await db.update(outbox).set({ tries: 1 }).where(sql`${outbox.payload}->>'orderId' = ${other._id}`)
  expect((await put('/api/orders/unshipped', sent, owner)).json()).toEqual({ takenBack: 1, tooLate: 1 })
  expect([(await order(id, owner)).isDelivered, (await order(other._id, owner)).isDelivered]).toEqual([false, true])
})

test('taking several shipments back twice at the same moment takes each back once', async () => {
  const { put, owner, id, paidOrder } = await shopWithOrder()
  const orders = [id, (await paidOrder())._id, (await paidOrder())._id]
  const { sent } = (await put('/api/orders/shipped', { ids: orders }, owner)).json()
  const answers = await Promise.all([1, 2, 3].map(() => put('/api/orders/unshipped', sent, owner)))
  expect(answers.map((answer) => answer.json().takenBack).sort()).toEqual([0, 0, 3])
})

test.for([
  ['an earlier parcel of an order', true],
  ['one that was sent more than half a minute ago', false],
] as const)('%s is not taken back with others', async ([, isFollowed]) => {
  const { ship, put, owner, seen, db } = await shopWithOrder()
  const { parcels: sent } = (await ship({ items: [{ line: 2, qty: 1 }] })).json()
  if (isFollowed) await ship()
  else await db.update(parcels).set({ shippedAt: sql`now() - interval '31 seconds'` })
  const answer = await put('/api/orders/unshipped', { parcels: [sent[0]._id], ready: [] }, owner)
  expect(answer.json()).toEqual({ takenBack: 0, tooLate: 1 })
  expect((await seen()).parcels).toHaveLength(isFollowed ? 2 : 1)
})

test('an order with a parcel that was sent did leave the shop when it is refunded in full', async () => {
  const { ship, post, owner, id, get, db } = await shopWithOrder()
  await ship({ items: [{ line: 2, qty: 1 }] })
  await post(`/api/orders/${id}/refund`, {}, owner)
  expect((await ship()).json()).toMatchObject({ code: 'order_refunded' })
  expect((await get('/api/orders?delivery=waiting', owner)).json().orders).toEqual([])
  expect(await db.select().from(orders).where(eq(orders.id, id))).toMatchObject([{ deliveredAt: null }])
})
