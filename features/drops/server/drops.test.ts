import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { family, product, user } from '#server/testing/factories.ts'
import { repeat } from '#server/testing/limits.ts'
import { drawPlaces, placeOf } from '../line.ts'
import { dropAdmissions, drops } from '../schema.ts'
import { drop } from '../testing/factories.ts'
import { runDrops } from './run-drops.ts'

type Shop = Awaited<ReturnType<typeof testCheckout>>

/** A drop of one product, and what shoppers, its admin and time do with it. */
async function openDrop({ pieces = 3, ...fields }: { pieces?: number; minutes?: number } = {}) {
  const shop = await testCheckout()
  const { db } = shop
  const cup = await product(db, { name: 'Moon Cup', slug: 'moon-cup', qty: pieces })
  const { id, slug } = await drop(db, fields, [cup])
  const { token: admin, user: adminUser } = await user(db, { isAdmin: true })
  const line = async () => (await shop.get(`/api/drops/${slug}/line`)).json()
  const join = async () => (await shop.post(`/api/drops/${slug}/tickets`, {})).json() as Promise<NumberedTicket>
  return {
    ...shop,
    ...{ id, slug, cup, admin, adminUser, line, join },
    joined: (count: number) => repeat(count, join),
    /** Makes its time come. */
    async start() {
      await db.update(drops).set({ startsAt: sql`now()` }).where(eq(drops.id, id))
      await runDrops(db)
    },
    step: () => runDrops(db),
    takeUp: (ticket: string) => shop.post(`/api/drops/${slug}/admission`, { ticket }),
    /** Tickets in the order of their places. */
    async inOrder(tickets: NumberedTicket[]) {
      const { secret, drawn } = await line()
      const places = drawPlaces(drawn, secret)
      return [...tickets]
        .sort((a, b) => placeOf(a.number, places) - placeOf(b.number, places))
        .map(({ ticket }) => ticket)
    },
    /** Has time pass for the admissions of the drop. */
    passMinutes: (minutes: number) =>
      db.update(dropAdmissions).set({ endsAt: sql`${dropAdmissions.endsAt} - ${`${minutes} minutes`}::interval` }),
    /** A new shopper places an order of the product. */
    async placeAs(tickets: string[], fields: object = {}) {
      const { token } = await user(db)
      const reply = await shop.place({ id: cup.id, ...fields }, { tickets }, token)
      return { token, status: reply.statusCode, code: reply.json().code, order: reply.json() }
    },
  }
}
type NumberedTicket = { ticket: string; number: number }

const statusOf = async (reply: Promise<{ statusCode: number }>) => (await reply).statusCode
const namesListed = async ({ get }: Shop) =>
  (await get('/api/products')).json().products.map((one: { name: string }) => one.name)

test('until it starts the pieces of a drop are in no list and cannot be ordered, and then they are', async () => {
  const shop = await openDrop()
  expect(await namesListed(shop)).toEqual([])
  for (const key of [shop.cup.id, 'moon-cup']) expect(await statusOf(shop.get(`/api/products/${key}`))).toBe(404)
  expect((await shop.get('/api/products?keyword=moon')).json().products).toEqual([])
  expect((await shop.placeAs([])).status).toBe(404)
  await shop.start()
  expect(await namesListed(shop)).toEqual(['Moon Cup'])
  expect((await shop.get('/api/products/moon-cup')).json().drop).toMatchObject({
    _id: shop.id,
    slug: shop.slug,
    state: 'line',
  })
})

test('the page of a drop shows its pieces before, and the hash of what decides the draw', async () => {
  const { get, slug, start } = await openDrop()
  const dropShown = async () => (await get(`/api/drops/${slug}`)).json()
  expect(await dropShown()).toMatchObject({
    state: 'planned',
    secret: null,
    drawn: null,
    products: [{ name: 'Moon Cup', qty: 3 }],
  })
  const { secretHash } = await dropShown()
  await start()
  const { secret, drawn } = await dropShown()
  expect(createHash('sha256').update(secret).digest('hex')).toBe(secretHash)
  expect(drawn).toBe(0)
})

test('an edit does not put a piece on sale before its drop starts', async () => {
  const shop = await openDrop()
  const edit = { name: 'Moon Cup', price: 20, category: 'pens' }
  expect((await shop.put(`/api/products/${shop.cup.id}`, edit, shop.admin)).json()).toMatchObject({
    draft: true,
    price: 20,
  })
  const showCup = { ids: [shop.cup.id], change: { hidden: false } }
  expect((await shop.put('/api/products', showCup, shop.admin)).json()).toMatchObject({ code: 'product_refused' })
  expect(await namesListed(shop)).toEqual([])
})

test('as many are admitted as there are pieces, in the order of the line', async () => {
  const shop = await openDrop({ pieces: 3 })
  const ticketList = await shop.joined(8)
  await shop.start()
  expect(await shop.line()).toMatchObject({ state: 'line', tickets: 8, drawn: 8, admitted: 3, left: 3, choosing: 3 })
  const tickets = await shop.inOrder(ticketList)
  const statuses = await Promise.all(tickets.map((ticket) => statusOf(shop.takeUp(ticket))))
  expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
  for (const [index, ticket] of tickets.entries()) {
    const { status, token, order } = await shop.placeAs([ticket])
    expect(status, `place ${index + 1}`).toBe(index < 3 ? 201 : 409)
    if (status === 201) expect(await statusOf(shop.pay(order, {}, token))).toBe(200)
  }
  await shop.step()
  expect(await shop.line()).toMatchObject({ left: 0, choosing: 0, admitted: 3 })
})

test('an admission that is not taken up, and one that is not used, pass to the next in line', async () => {
  const shop = await openDrop({ pieces: 1, minutes: 10 })
  const tickets = await shop.joined(3)
  await shop.start()
  const [first = '', second = '', third = ''] = await shop.inOrder(tickets)
  await shop.passMinutes(3)
  await shop.step()
  expect((await shop.takeUp(first)).json()).toMatchObject({ code: 'admission_ended' })
  expect(await statusOf(shop.takeUp(second))).toBe(200)
  const { order, token } = await shop.placeAs([second])
  await shop.passMinutes(3)
  await shop.step()
  expect(await shop.line()).toMatchObject({ admitted: 2 })
  await shop.passMinutes(8)
  await shop.step()
  expect(await shop.line()).toMatchObject({ admitted: 3 })
  expect((await shop.pay(order, {}, token)).json()).toMatchObject({ code: 'admission_ended' })
  const last = await shop.placeAs([third])
  expect(await statusOf(shop.pay(last.order, {}, last.token))).toBe(200)
})

test('while a piece is being paid for nobody is admitted for it, and when the card is declined its place keeps it', async () => {
  const shop = await openDrop({ pieces: 1 })
  const tickets = await shop.joined(2)
  await shop.start()
  const [first = '', second = ''] = await shop.inOrder(tickets)
  await shop.takeUp(first)
  const { order, token } = await shop.placeAs([first])
  const { authorize } = shop.shop.gateway
  shop.shop.gateway.authorize = async (...request) => {
    await shop.step()
    expect(await shop.line()).toMatchObject({ left: 1, paying: 1, admitted: 1 })
    return authorize(...request)
  }
  expect(await statusOf(shop.pay(order, { sourceId: 'cnon:card-nonce-declined' }, token))).toBe(402)
  shop.shop.gateway.authorize = authorize
  await shop.step()
  expect((await shop.placeAs([second])).code).toBe('place_needed')
  expect(await statusOf(shop.pay(order, {}, token))).toBe(200)
})

test('a ticket places one order, of one piece, however often and whoever shows it', async () => {
  const shop = await openDrop({ pieces: 3 })
  const [{ ticket } = { ticket: '' }] = await shop.joined(1)
  await shop.start()
  expect((await shop.placeAs([ticket], { pieces: 2 })).code).toBe('drop_refused')
  const replies = await Promise.all([1, 2, 3, 4].map(() => shop.placeAs([ticket])))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect(await shop.db.$count(orders)).toBe(1)
})

test('an order that its buyer cancels gives the place back', async () => {
  const shop = await openDrop()
  const [{ ticket } = { ticket: '' }] = await shop.joined(1)
  await shop.start()
  const { order, token } = await shop.placeAs([ticket])
  expect(await statusOf(shop.put(`/api/orders/${order._id}/canceled`, {}, token))).toBe(200)
  expect((await shop.placeAs([ticket])).status).toBe(201)
})

test('the clock of a place hears of its order, of its payment, and of none that was canceled', async () => {
  const shop = await openDrop()
  const [{ ticket } = { ticket: '' }] = await shop.joined(1)
  await shop.start()
  const state = async () => (await shop.takeUp(ticket)).json()
  expect(await state()).toMatchObject({ order: null, isPaid: false })
  const canceled = await shop.placeAs([ticket])
  expect(await state()).toMatchObject({ order: canceled.order._id, isPaid: false })
  await shop.put(`/api/orders/${canceled.order._id}/canceled`, {}, canceled.token)
  expect(await state()).toMatchObject({ order: null, isPaid: false })
  const { order, token } = await shop.placeAs([ticket])
  await shop.passMinutes(11)
  expect(await state()).toMatchObject({ order: order._id, isPaid: false })
  expect((await shop.pay(order, {}, token)).json()).toMatchObject({ code: 'admission_ended' })
  await shop.passMinutes(-11)
  expect(await statusOf(shop.pay(order, {}, token))).toBe(200)
  expect(await state()).toMatchObject({ order: order._id, isPaid: true })
})

test('a forged ticket, one of another drop, one that waits and none at all get no piece', async () => {
  const shop = await openDrop({ pieces: 1 })
  const other = await drop(shop.db)
  const strange = (await shop.post(`/api/drops/${other.slug}/tickets`, {})).json().ticket as string
  const ticketList = await shop.joined(2)
  await shop.start()
  const [first = '', second = ''] = await shop.inOrder(ticketList)
  const [id, number, signature] = first.split('.')
  const ofOtherNumber = `${id}.${Number(number) === 1 ? 2 : 1}.${signature}`
  const ofOtherDrop = [id, ...strange.split('.').slice(1)].join('.')
  for (const tickets of [
    [],
    [second],
    [strange],
    [ofOtherDrop],
    [ofOtherNumber],
    [`${id}.${number}.${'A'.repeat(43)}`],
  ])
    expect((await shop.placeAs(tickets)).code, tickets[0] ?? 'none').toBe('place_needed')
  for (const ticket of [strange, ofOtherDrop, ofOtherNumber])
    expect((await shop.takeUp(ticket)).json().code).toBe('drop_refused')
  expect((await shop.placeAs([first, 'none at all'])).code).toBe('invalid_request')
  expect((await shop.placeAs([strange, first])).status).toBe(201)
})

test('tickets are given from an hour before the start on, each with a number of its own', async () => {
  const shop = await openDrop()
  await shop.db.update(drops).set({ startsAt: sql`now() + interval '61 minutes'` })
  expect(await shop.join()).toMatchObject({ code: 'drop_closed' })
  await shop.db.update(drops).set({ startsAt: sql`now() + interval '59 minutes'` })
  const tickets = await Promise.all(Array.from({ length: 40 }, shop.join))
  expect(tickets.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
})

test('who joins after the start stands behind, and is admitted at once while pieces are left', async () => {
  const shop = await openDrop({ pieces: 3 })
  await shop.joined(2)
  await shop.start()
  const { ticket, number } = await shop.join()
  expect(number).toBe(3)
  expect((await shop.takeUp(ticket)).json().code).toBe('not_admitted')
  await shop.step()
  expect((await shop.takeUp(ticket)).json()).toMatchObject({ place: 3 })
  const { ticket: fourth } = await shop.join()
  await shop.step()
  expect((await shop.takeUp(fourth)).json().code).toBe('not_admitted')
})

test('pieces that the seller adds admit more, and one that she sells elsewhere admits nobody', async () => {
  const shop = await openDrop({ pieces: 1 })
  await shop.joined(4)
  await shop.start()
  const more = await product(shop.db, { qty: 2 })
  const add = { productIds: [shop.cup.id, more.id] }
  expect((await shop.put(`/api/admin/drops/${shop.id}`, add, shop.admin)).json()).toMatchObject({ pieces: 3 })
  await shop.step()
  expect(await shop.line()).toMatchObject({ admitted: 3, left: 3 })
  await shop.put(`/api/products/${more.id}`, { qty: 0, qtyLoaded: 2 }, shop.admin)
  await shop.passMinutes(3)
  await shop.step()
  expect(await shop.line()).toMatchObject({ admitted: 4, left: 1, choosing: 1 })
})

test('a drop that is moved keeps its tickets and waits, and one that is canceled shows nothing', async () => {
  const shop = await openDrop()
  await shop.joined(3)
  const later = new Date(Date.now() + 3 * 3_600_000).toISOString()
  expect((await shop.put(`/api/admin/drops/${shop.id}`, { startsAt: later }, shop.admin)).statusCode).toBe(200)
  await shop.step()
  expect(await shop.line()).toMatchObject({ state: 'planned', startsAt: later })
  expect((await shop.put(`/api/admin/drops/${shop.id}/ended`, {}, shop.admin)).json()).toMatchObject({
    state: 'canceled',
  })
  expect(await shop.line()).toMatchObject({ state: 'canceled' })
  await shop.db.update(drops).set({ startsAt: sql`now()` })
  await shop.step()
  expect(await namesListed(shop)).toEqual([])
  expect(await shop.join()).toMatchObject({ code: 'drop_closed' })
})

test('ten minutes after the last piece is sold the drop is over, and what comes back is sold as anything else', async () => {
  const shop = await openDrop({ pieces: 1 })
  const [{ ticket } = { ticket: '' }] = await shop.joined(1)
  await shop.start()
  const { order, token } = await shop.placeAs([ticket])
  await shop.pay(order, {}, token)
  await shop.step()
  expect(await shop.line()).toMatchObject({ state: 'line', left: 0 })
  await shop.db.update(drops).set({ idleSince: sql`now() - interval '11 minutes'` })
  await shop.step()
  expect(await shop.line()).toMatchObject({ state: 'over' })
  await shop.put(`/api/products/${shop.cup.id}`, { qty: 1, qtyLoaded: 0 }, shop.admin)
  expect((await shop.placeAs([])).status).toBe(201)
})

test('a drop that nobody started in time starts when a process runs again', async () => {
  const shop = await openDrop()
  await shop.joined(1)
  await shop.db.update(drops).set({ startsAt: sql`now() - interval '2 hours'` })
  await Promise.all([shop.step(), shop.step()])
  expect(await shop.line()).toMatchObject({ state: 'line', admitted: 1 })
})

test.for([
  ['a time that is past', { startsAt: '2020-01-01T00:00:00Z' }, 422],
  ['a product with choices', 'family', 422],
  ['a product without a price', 'free', 422],
  ['an unknown product', { productIds: ['01900000-0000-7000-8000-000000000000'] }, 422],
  ['another version', { name: 'Cups', version: 'old' }, 409],
  ['a whole new text', { text: 'Thrown in November.', name: 'November', minutes: 5 }, 200],
] as const)('an edit is taken or refused: %s', async ([, update, status]) => {
  const { db, put, id, admin } = await openDrop()
  const withProduct = async (newProduct: Promise<{ id: string }>) => ({ productIds: [(await newProduct).id] })
  const edit =
    update === 'family'
      ? await withProduct(family(db, {}, [{ choice: ['Small'] }]))
      : update === 'free'
        ? await withProduct(product(db, { priceCents: 0 }))
        : update
  expect((await put(`/api/admin/drops/${id}`, edit, admin)).statusCode).toBe(status)
})

test('a new drop has an address that stays', async () => {
  const { post, put, admin } = await openDrop()
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const { _id, slug } = (await post('/api/admin/drops', { name: 'Winter Cups', startsAt }, admin)).json()
  expect(slug).toBe('winter-cups')
  expect((await put(`/api/admin/drops/${_id}`, { name: 'Spring' }, admin)).json()).toMatchObject({ slug })
})

test('two processes step at once and admit nobody twice', async () => {
  const shop = await openDrop({ pieces: 5 })
  await shop.joined(20)
  await shop.start()
  await shop.db.update(products).set({ qty: 9 }).where(eq(products.id, shop.cup.id))
  await shop.db.execute(sql`insert into stock_ledger (product_id, delta, reason) values (${shop.cup.id}, 4, 'edited')`)
  await Promise.all(Array.from({ length: 6 }, shop.step))
  expect(await shop.line()).toMatchObject({ admitted: 9, choosing: 9 })
  expect(await shop.db.$count(dropAdmissions)).toBe(9)
  await expect.poll(() => shop.line()).toMatchObject({ left: 9 })
})
