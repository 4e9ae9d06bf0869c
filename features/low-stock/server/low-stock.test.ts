import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { family, product } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { tellLowStock } from './tell-low-stock.ts'

/** A shop in which two or fewer are low, whose messages go into an array. */
async function openShop({ email = 'zi@shop.example' } = {}) {
  const shop = await testCheckout()
  const { db, app } = shop
  await saveSettings(db, { lowStock: 2, ...(email && { email }) })
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  return {
    ...shop,
    move: (id: string, delta: number) => changeStock(db, { productId: id, delta, reason: 'edited' }),
    /** The messages after another look. */
    async look() {
      await tellLowStock(db)
      await sendDueMails({ db, mailer, shopUrl: 'https://shop.test', log: app.log })
      return messages.splice(0).filter(({ subject }) => /low in stock/i.test(subject))
    },
  }
}

const subjects = (messages: Message[]) => messages.map(({ subject }) => subject)

test('a product that becomes low is told of once, and again after more were made', async () => {
  const { db, look, move } = await openShop()
  const { id } = await product(db, { name: 'Moon Cup', qty: 3 })
  expect(await look()).toEqual([])
  await move(id, -1)
  const [message, ...others] = await look()
  expect(others).toEqual([])
  expect(message).toMatchObject({ to: 'zi@shop.example', subject: 'Low in stock: Moon Cup' })
  expect(message?.text).toContain('Moon Cup: 2 left\n')
  expect(message?.text).toContain('https://shop.test/admin/productlist?show=low')
  await move(id, -2)
  expect(await look()).toEqual([])
  await move(id, 5)
  expect(await look()).toEqual([])
  await move(id, -5)
  expect((await look())[0]?.text).toContain('Moon Cup: none left\n')
})

test('products that become low together share a message, which names ten', async () => {
  const { db, look, move } = await openShop()
  for (let number = 1; number <= 12; number++)
    await move((await product(db, { name: `Cup ${number}`, qty: 3 })).id, -(number % 3) - 1)
  const messages = await look()
  expect(subjects(messages)).toEqual(['12 products are low in stock'])
  const text = messages[0]?.text ?? ''
  expect(text.match(/^Cup \d+: /gm)).toHaveLength(10)
  expect(text).toContain('2 products are low besides.')
})

test('a product with choices is one product, with the lowest stock of a choice', async () => {
  const { db, look, move } = await openShop()
  const { choices } = await family(db, { name: 'Bowl' }, [
    { choice: ['Small'], qty: 4 },
    { choice: ['Large'], qty: 9 },
  ])
  await move(choices[0]?.id ?? '', -3)
  const [message, ...others] = await look()
  expect(others).toEqual([])
  expect(message?.subject).toBe('Low in stock: Bowl')
  expect(message?.text).toContain('Bowl: 1 left of a choice\n')
})

test.for([
  ['a draft', { draft: true }],
  ['a deleted product', { deletedAt: new Date() }],
  ['a piece that exists once', { oneOfAKind: true, qty: 1 }],
  ['a product with more', { qty: 9 }],
] as const)('%s is not low', async ([, fields]) => {
  const { db, look, move } = await openShop()
  const { id } = await product(db, { qty: 3, ...fields })
  await move(id, -1)
  expect(await look()).toEqual([])
})

test('the seller is not told of what she has entered with little stock, but once more of it is gone after that', async () => {
  const { db, look, move } = await openShop()
  const { id } = await product(db, { name: 'Moon Cup', qty: 1 })
  expect(await look()).toEqual([])
  await move(id, 3)
  expect(await look()).toEqual([])
  await move(id, -2)
  expect(subjects(await look())).toEqual(['Low in stock: Moon Cup'])
})

test.for([
  ['the seller wants none', {}, { switches: { lowStockMails: false } }],
  ['the shop has no address', { email: '' }, {}],
] as const)('no email goes when %s, also not later', async ([, address, settings]) => {
  const { db, look, move } = await openShop(address)
  await saveSettings(db, settings)
  await move((await product(db, { qty: 3 })).id, -2)
  expect(await look()).toEqual([])
  await saveSettings(db, { switches: { lowStockMails: true }, email: 'zi@shop.example' })
  expect(await look()).toEqual([])
})

test('a payment that may still fail makes no product low, and a sale does', async () => {
  const { db, shop, look, placed, pay } = await openShop()
  const { id } = await product(db, { qty: 3 })
  const order = await placed({ id })
  const qty = async () => (await db.select().from(products).where(eq(products.id, id)))[0]?.qty
  const simulator = simulatorBehind(shop.gateway)
  await simulator.faults([{ on: 'createPayment', do: { delay: 60_000 } }])
  const payment = pay(order)
  await waitFor(async () => expect(await qty()).toBe(2))
  expect(await look()).toEqual([])
  await simulator.faults([])
  expect((await payment).statusCode).toBe(200)
  expect(await look()).toHaveLength(1)
})

test('two processes that look at once tell of a product once', async () => {
  const { db, move } = await openShop()
  for (const name of ['Cup', 'Bowl']) await move((await product(db, { name, qty: 3 })).id, -2)
  await Promise.all(Array.from({ length: 6 }, () => tellLowStock(db)))
  const queued = await db.select().from(outbox).where(eq(outbox.kind, 'low_stock'))
  expect(queued.flatMap(({ payload }) => (payload as { productIds: string[] }).productIds)).toHaveLength(2)
})
