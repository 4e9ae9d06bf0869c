import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ORDER_NOTE_MAX } from '#contract/admin/orders.ts'
import { deleteAbandoned } from '#server/shop/orders/abandoned-orders.ts'
import { orderNotes, orders } from '#server/shop/schema/orders.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'

async function shopWithOrder() {
  const shop = await testCheckout()
  const owner = await admin(shop.db)
  const order = await shop.placed(await product(shop.db, { qty: 5 }))
  const note = (text: unknown, id = order._id) => shop.post(`/api/orders/${id}/notes`, { text }, owner.token)
  return { ...shop, owner, order, note }
}

test('notes of an order stand in its timeline with their author, oldest first, and its buyer never sees them', async () => {
  const { note, order, get, token, owner } = await shopWithOrder()
  await note('  Wrap as a gift.\nNo invoice.  ')
  const reply = await note('She called: leave it at the side door.')
  expect([reply.statusCode, reply.json().at(-1)]).toMatchObject([
    201,
    { kind: 'noted', text: `${owner.user.name}: She called: leave it at the side door.` },
  ])
  expect(reply.json().at(-2).text).toBe(`${owner.user.name}: Wrap as a gift.\nNo invoice.`)
  expect(JSON.stringify((await get(`/api/orders/${order._id}`, token)).json())).not.toContain('side door')
})

test.for([
  ['an empty note', '   ', 'Write a note.'],
  ['a note that is too long', 'x'.repeat(ORDER_NOTE_MAX + 1), 'A note can have at most 2,000 characters.'],
  ['a note with control characters', 'a\0b', 'A note cannot have control characters.'],
  ['a note that is no text', 7, expect.any(String)],
])('%s is refused', async ([, text, message]) => {
  const { db, note } = await shopWithOrder()
  const reply = await note(text)
  expect([reply.statusCode, reply.json().message]).toEqual([400, message])
  expect(await db.$count(orderNotes)).toBe(0)
})

test('an order that is deleted or does not exist takes no note', async () => {
  const { db, note, order } = await shopWithOrder()
  expect((await note('Hello', '00000000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  await db.update(orders).set({ deletedAt: new Date() })
  expect((await note('Hello', order._id)).statusCode).toBe(404)
})

test('an order takes a hundred notes, also when they come at once', async () => {
  const { db, note, order, owner } = await shopWithOrder()
  const many = Array.from({ length: 98 }, (_, index) => ({
    orderId: order._id,
    userId: owner.user.id,
    text: `Note ${index}`,
  }))
  await db.insert(orderNotes).values(many)
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((text) => note(text)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 422, 422])
  expect(await db.$count(orderNotes)).toBe(100)
})

test('an abandoned order is deleted with its notes', async () => {
  const { db, note } = await shopWithOrder()
  await note('She will pay on Monday.')
  const long = sql`now() - interval '31 days'`
  await db.update(orders).set({ createdAt: long, touchedAt: long })
  expect(await deleteAbandoned(db)).toBe(1)
  expect(await db.$count(orderNotes)).toBe(0)
})
