import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Question } from '#contract/questions.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { images, products, productTrace } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { holds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, family, image, product } from '#server/testing/factories.ts'

const NAME: Question = { key: 'name', label: 'Name', kind: 'text', required: true, max: 12 }
const WOOD: Question = {
  key: 'wood',
  label: 'Wood',
  kind: 'choice',
  required: false,
  options: ['Oak', 'Ash'],
  price: 250,
}
const BOX: Question = { key: 'box', label: 'In a box', kind: 'yes', required: false, price: 400 }

const itemWithName = (id: string, name: string, qty = 1) => ({ id, pieces: qty, answers: { name } })

async function engravedShop(fields: Partial<typeof products.$inferInsert> = {}) {
  const shop = await testCheckout()
  const bracelet = await product(shop.db, { name: 'Bracelet', qty: 3, asks: [NAME, WOOD, BOX], ...fields })
  const { id } = bracelet
  const stock = async () => (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.qty
  const heldRows = () => shop.db.select({ qty: holds.qty, state: holds.state }).from(holds).orderBy(holds.attemptId)
  return { ...shop, bracelet, id, stock, held: heldRows }
}

const DECLINED_CARD = { sourceId: 'cnon:card-nonce-declined' }

test('three items of one product with three answers are one hold of three, and a refused card gives three back', async () => {
  const { id, placed, pay, stock, held } = await engravedShop()
  const order = await placed(['Anna', 'Ben', 'Cleo'].map((name) => itemWithName(id, name)))
  expect(order.orderItems).toMatchObject(
    ['Anna', 'Ben', 'Cleo'].map((answer) => ({ qty: 1, answers: [{ label: 'Name', answer, price: 0 }] })),
  )
  expect((await pay(order, DECLINED_CARD)).statusCode).toBe(402)
  expect([await stock(), await held()]).toEqual([3, [{ qty: 3, state: 'released' }]])
  expect((await pay(order)).statusCode).toBe(200)
  expect([await stock(), await held()]).toEqual([
    0,
    [
      { qty: 3, state: 'released' },
      { qty: 3, state: 'sold' },
    ],
  ])
})

test('of three items of one product the last is gone when only two are left', async () => {
  const { db, id, place, placed, pay, verify, stock, held } = await engravedShop()
  const three = ['Anna', 'Ben', 'Cleo'].map((name) => itemWithName(id, name))
  const mug = await product(db)
  const order = await placed([...three, mug])
  await changeStock(db, { productId: id, delta: -1, reason: 'edited' })
  const isShort = { code: 'items_gone', items: ['Bracelet'], message: 'Only 2 of Bracelet left.' }
  expect((await place(three)).json()).toEqual(isShort)
  expect((await pay(order)).json()).toEqual(isShort)
  expect([await stock(), await held()]).toEqual([2, []])
  const verifiedOrder = await verify(order._id)
  expect(verifiedOrder.orderItems).toMatchObject([{ product: id }, { product: id }, { product: mug.id }])
  expect(verifiedOrder.orderVerifyLog).toMatchObject([{ kind: 'item_removed', item: 'Bracelet (Cleo)' }])
})

test('items with the same answers become one, also when a letter is written in two ways', async () => {
  const { id, placed } = await engravedShop()
  const order = await placed([itemWithName(id, 'Zoe\u0301'), itemWithName(id, ' Zo\u00e9 ', 2)])
  expect(order.orderItems).toMatchObject([{ qty: 3, answers: [{ answer: 'Zo\u00e9' }] }])
})

test('what answers cost is part of the price of their item, and compared', async () => {
  const { id, place, placed } = await engravedShop({ priceCents: 1000 })
  const answers = { name: 'Anna', wood: 'Oak', box: 'yes' }
  const order = await placed({ id, pieces: 2, answers })
  expect(order).toMatchObject({
    itemsPrice: 33,
    orderItems: [
      {
        price: 16.5,
        answers: [
          { label: 'Name', answer: 'Anna', price: 0 },
          { label: 'Wood', answer: 'Oak', price: 2.5 },
          { label: 'In a box', answer: 'yes', price: 4 },
        ],
      },
    ],
  })
  const wrong = (await place([], { orderItems: [{ product: id, qty: 1, answers, price: 10 }] })).json()
  expect(wrong).toMatchObject({ code: 'price_changed', quote: { itemsPrice: 16.5 } })
  const right = await place([], { orderItems: [{ product: id, qty: 1, answers, price: 16.5 }] })
  expect(right.statusCode).toBe(201)
})

test.for<[string, Record<string, string> | undefined, string[]]>([
  ['no answers at all', undefined, ['orderItems.0.answers.name']],
  ['an empty answer', { name: '  ' }, ['orderItems.0.answers.name']],
  ['13 characters where 12 fit', { name: 'a'.repeat(13) }, ['orderItems.0.answers.name']],
  ['10,000 characters', { name: 'a'.repeat(10_000) }, ['orderItems.0.answers.name']],
  ['a line break on one line', { name: 'Anna\nBen' }, ['orderItems.0.answers.name']],
  ['a control character', { name: 'An\u0000na' }, ['orderItems.0.answers.name']],
  ['a mark that turns the direction', { name: 'An\u202ena' }, ['orderItems.0.answers.name']],
  ['emoji', { name: 'Anna 🎈' }, ['orderItems.0.answers.name']],
  ['an option that there is not', { name: 'Anna', wood: 'Gold' }, ['orderItems.0.answers.wood']],
  ['two wrong answers', { wood: 'Gold' }, ['orderItems.0.answers.name', 'orderItems.0.answers.wood']],
])('an order with %s is refused, naming each question', async ([, answers, paths]) => {
  const { db, id, place } = await engravedShop()
  const reply = await place(answers ? { id, answers } : { id })
  const { code, message, issues } = reply.json()
  expect([reply.statusCode, code, issues.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    'answer_needed',
    paths,
  ])
  expect(message).toMatch(/^Bracelet: .*(Name|Wood)/)
  expect(await db.$count(orders)).toBe(0)
})

test.for([
  ['markup', '<b>Anna</b>'],
  ['a formula', '=1+1'],
  ['letters from right to left', 'נועה'],
  ['quotation marks', `"'\\'--`],
  ['a letter of two code units', '𝒜nna'],
])('an answer is stored letter by letter: %s', async ([, name = '']) => {
  const { id, placed } = await engravedShop()
  expect((await placed(itemWithName(id, name))).orderItems[0].answers[0].answer).toBe(name)
})

test('answers to questions that are not asked are left out', async () => {
  const { db, placed } = await testCheckout()
  const plain = await product(db)
  const order = await placed({ id: plain.id, answers: { name: 'Anna', constructor: 'x' } })
  expect(Object.keys(order.orderItems[0]).sort()).toEqual(['image', 'line', 'name', 'price', 'product', 'qty', 'slug'])
  expect(await db.select({ answers: orderItems.answers }).from(orderItems)).toEqual([{ answers: null }])
})

test('an unpaid order keeps what its answers cost for a day, and then costs the present prices', async () => {
  const { db, id, placed, pay, verify } = await engravedShop({ priceCents: 1000 })
  const order = await placed({ id, answers: { name: 'Anna', wood: 'Oak', box: 'yes' } })
  await db
    .update(products)
    .set({
      asks: [
        { ...NAME, price: 100 },
        { ...WOOD, price: 300 },
      ],
    })
    .where(eq(products.id, id))
  expect((await verify(order._id)).itemsPrice).toBe(16.5)
  await db.update(orders).set({ createdAt: sql`now() - interval '25 hours'` })
  expect((await pay(order)).json().code).toBe('price_differs')
  const verifiedOrder = await verify(order._id)
  expect(verifiedOrder).toMatchObject({
    itemsPrice: 18,
    orderItems: [{ price: 18, answers: [{ price: 1 }, { price: 3 }, { price: 4 }] }],
  })
  expect((await pay(verifiedOrder)).statusCode).toBe(200)
})

test('a choice is ordered by its own id, with its name and photo, and the questions and days of its product', async () => {
  const { db, placed, pay } = await testCheckout()
  const mug = await family(db, { name: 'Mug', asks: [NAME], makeDaysMin: 10, makeDaysMax: 14 })
  const [small, large] = mug.choices.map(({ id }) => id) as [string, string]
  const photos = [await image(db, mug.id), await image(db, mug.id, { position: 1 })]
  await db.update(products).set({ photoId: photos[1]?.id }).where(eq(products.id, large))
  const order = await placed([itemWithName(small, 'Anna'), itemWithName(large, 'Anna')])
  expect(order.orderItems).toMatchObject([
    { product: small, name: 'Mug, Small', image: `/images/${photos[0]?.id}.jpg` },
    { product: large, name: 'Mug, Large', image: `/images/${photos[1]?.id}.jpg` },
  ])
  await pay(order)
  expect(await db.select({ days: orderItems.makeDays }).from(orderItems)).toEqual([{ days: 14 }, { days: 14 }])
  const stocks = await db.select({ name: products.name, qty: products.qty }).from(products).orderBy(products.name)
  expect(stocks).toEqual([
    { name: 'Mug', qty: 0 },
    { name: 'Mug, Large', qty: 4 },
    { name: 'Mug, Small', qty: 4 },
  ])
})

test('a choice whose photo was taken off its product is ordered with the first photo of the product', async () => {
  const { db, placed } = await testCheckout()
  const mug = await family(db, { name: 'Mug' })
  const [id = ''] = mug.choices.map((choice) => choice.id)
  const [first, ownPhoto] = [await image(db, mug.id), await image(db, mug.id, { position: 1 })]
  await db.update(products).set({ photoId: ownPhoto.id }).where(eq(products.id, id))
  await db.update(images).set({ productId: null }).where(eq(images.id, ownPhoto.id))
  expect((await placed({ id })).orderItems).toMatchObject([{ image: `/images/${first.id}.jpg` }])
})

test('a product that comes in choices cannot be ordered itself; a deleted one is gone', async () => {
  const { db, place } = await testCheckout()
  const mug = await family(db, { name: 'Mug' })
  const reply = await place(mug)
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { code: 'choice_needed', message: 'Mug comes in choices. Choose one of them.', product: mug.id },
  ])
  await db.update(products).set({ deletedAt: sql`now()` }).where(eq(products.id, mug.id))
  expect((await place(mug)).json()).toMatchObject({ code: 'items_gone' })
})

test('an order placed for a product that has come in choices since is not paid', async () => {
  const { db, placed, pay, verify } = await testCheckout()
  const mug = await product(db, { qty: 1 })
  const order = await placed([mug, await product(db)])
  await changeStock(db, { productId: mug.id, delta: -1, reason: 'moved' })
  await db
    .update(products)
    .set({ axes: ['Size'] })
    .where(eq(products.id, mug.id))
  expect((await pay(order)).json()).toMatchObject({ code: 'items_gone' })
  expect((await verify(order._id)).orderItems).toHaveLength(1)
})

test('what an order was asked reaches the packing slip and the file of orders, as text', async () => {
  const { db, placed, pay, get } = await engravedShop()
  const { token } = await admin(db)
  const [bracelet] = await db.select().from(products)
  const order = await placed(itemWithName(bracelet?.id ?? '', '=1+"<b>'), { giftNote: '=HYPERLINK("x")' })
  await pay(order)
  const [parcel] = (await get(`/api/orders/packing?ids=${order._id}`, token)).json()
  expect(parcel).toMatchObject({
    giftNote: '=HYPERLINK("x")',
    items: [{ answers: [{ label: 'Name', answer: '=1+"<b>' }] }],
  })
  expect(JSON.stringify(parcel)).not.toContain('rice')
  const { body } = await get('/api/orders/export', token)
  expect(body).toContain('1 x Bracelet (Name: =1+""<b>)')
  expect(body).toContain(`"'=HYPERLINK(""x"")"`)
})

test('the history of a product says what each of its buyers answered', async () => {
  const { db, id, placed, pay } = await engravedShop({ qty: 9 })
  const wooden = { id, answers: { name: 'Anna', wood: 'Oak' } }
  await pay(await placed([wooden, itemWithName(id, 'Ben', 2), await product(db)]))
  await pay(await placed(itemWithName(id, '100 %s')))
  const rows = await db
    .select({ log: productTrace.log })
    .from(productTrace)
    .where(eq(productTrace.productId, id))
    .orderBy(productTrace.id)
  expect(rows.map(({ log }) => log)).toEqual([
    'Sold 3 in order 1001 (Name: Anna, Wood: Oak; 2 x Name: Ben)',
    'Sold 1 in order 1002 (Name: 100 %s)',
  ])
  const [plain] = await db.select().from(productTrace).where(sql`${productTrace.productId} <> ${id}`)
  expect(plain?.log).toBe('Sold 1 in order 1001')
})
