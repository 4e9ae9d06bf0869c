import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { discounts } from '#features/discounts/schema.ts'
import { discount } from '#features/discounts/testing/factories.ts'
import { categories, collections, products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { couponUses } from '#server/shop/schema/payments.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import {
  admin,
  category,
  collection,
  coupon,
  ENGRAVING,
  family,
  guest,
  product,
  user,
} from '#server/testing/factories.ts'

type Shop = Awaited<ReturnType<typeof testCheckout>>
type Rule = Partial<typeof coupons.$inferInsert>

/** A mug of $20.00, a pen of $5.00 and a checkout. */
async function shopWithGoods() {
  const shop = await testCheckout()
  await category(shop.db, 'mugs')
  const mug = await product(shop.db, { name: 'Mug', category: 'mugs', priceCents: 2000 })
  const pen = await product(shop.db, { name: 'Pen', priceCents: 500 })
  await collection(shop.db, { name: 'Gifts' }, [mug])
  return { ...shop, mug, pen }
}

const check = (shop: Shop, code: string, ...items: { id: string }[]) =>
  shop.post('/api/coupons/validate', { code, orderItems: items.map(({ id }) => ({ product: id, qty: 1 })) }, shop.token)

// Two lines of $20.00 and $5.00 with shipping of $5.00; tax is 5.5 % of what the goods cost after the discount.
test.for([
  ['a percentage of everything', { percentBp: 1000 }, [2.5, 1.24, 28.74]],
  ['a percentage of a category', { percentBp: 1000, rule: { categories: ['mugs'] } }, [2, 1.27, 29.27]],
  ['a percentage of what is not on sale', { percentBp: 1000, notOnSale: true }, [2.5, 1.24, 28.74]],
  ['half a cent of a percentage rounds up', { percentBp: 1001 }, [2.5, 1.24, 28.74]],
  ['all of it', { percentBp: 10_000 }, [25, 0, 5]],
  ['all of it, shipped for free', { percentBp: 10_000, freeShip: true }, [25, 0, 0]],
  ['an amount off the total', { amountCents: 300 }, [3, 1.38, 28.38]],
  ['an amount off some goods', { amountCents: 300, rule: { categories: ['mugs'] } }, [3, 1.21, 28.21]],
  ['no more than these goods cost', { amountCents: 3000, rule: { categories: ['pens'] } }, [5, 1.1, 26.1]],
  ['a percentage with a minimum that is met', { percentBp: 1000, minGoodsCents: 2500 }, [2.5, 1.24, 28.74]],
] as const)('a coupon takes off %s', async ([, fields, [discountPrice, taxPrice, totalPrice]]) => {
  const shop = await shopWithGoods()
  const { code } = await coupon(shop.db, { amountCents: 0, ...(fields as Rule) })
  const effect = (await check(shop, code, shop.mug, shop.pen)).json()
  expect((effect.itemsDiscount ?? 0) + effect.amount).toBe(discountPrice)
  const order = await shop.placed([shop.mug, shop.pen], { code, totalPrice })
  expect(order).toMatchObject({
    discount: discountPrice,
    taxPrice,
    totalPrice,
    couponCode: { code, amount: discountPrice },
  })
  const paid =
    totalPrice === 0 ? await shop.post(`/api/orders/${order._id}/complete`, {}, shop.token) : await shop.pay(order)
  expect(paid.statusCode).toBe(200)
})

test.for([
  ['is for mugs', { rule: { categories: ['mugs'] } }, 'The code SPRING is for mugs.'],
  ['is for a collection', { rule: { collections: ['Gifts'] } }, 'The code SPRING is for Gifts.'],
  ['needs more', { minGoodsCents: 920 }, '$4.20 more and the code SPRING works.'],
  ['has not begun', { starts: '2999-05-01' }, 'The code SPRING can be used from May 1, 2999.'],
  ['is used up', { maxUses: 1 }, 'The code SPRING has already been used.'],
] as const)('a coupon that %s says so', async ([, fields, sentence]) => {
  const shop = await shopWithGoods()
  const rule: Rule = { ...fields } as Rule
  if (rule.rule?.collections) {
    const [gifts] = await shop.db.select().from(collections)
    rule.rule = { collections: [gifts?.id ?? ''] }
  }
  const { code, id } = await coupon(shop.db, { code: 'SPRING', amountCents: 0, percentBp: 1000, ...rule })
  if (rule.maxUses) {
    const first = await user(shop.db)
    const order = await shop.placed(shop.mug, { code }, first.token)
    expect((await shop.pay(order, {}, first.token)).statusCode).toBe(200)
    expect(await shop.db.$count(couponUses, eq(couponUses.couponId, id))).toBe(1)
  }
  const reply = await check(shop, code, shop.pen)
  expect([reply.statusCode, reply.body]).toEqual([422, sentence])
  const refusal = await shop.place(shop.pen, { code })
  expect([refusal.statusCode, refusal.json().message]).toEqual([409, sentence])
})

test('the minimum counts the goods of the rule before the discount', async () => {
  const shop = await shopWithGoods()
  const rule = { categories: ['mugs'] }
  const { code } = await coupon(shop.db, { amountCents: 0, percentBp: 5000, rule, minGoodsCents: 4000 })
  const reply = await check(shop, code, shop.mug, shop.pen)
  expect(reply.body).toBe(`$20.00 more and the code ${code} works.`)
  expect((await shop.placed({ id: shop.mug.id, pieces: 2 }, { code })).discount).toBe(20)
})

test('a rule knows a choice by its product, and a product by its collection', async () => {
  const shop = await testCheckout()
  const parent = await family(shop.db, { priceCents: 1000 })
  const [small] = await shop.db.select().from(products).where(eq(products.parentId, parent.id))
  const { id } = await collection(shop.db, {}, [parent])
  for (const rule of [{ products: [parent.id] }, { collections: [id] }]) {
    const { code } = await coupon(shop.db, { amountCents: 0, percentBp: 1000, rule })
    expect((await check(shop, code, { id: small?.id ?? '' })).json().itemsDiscount).toBe(
      (small?.priceCents ?? 0) / 1000,
    )
  }
})

test('answers and gift wrap: a percentage counts what answers cost, and no wrap', async () => {
  const shop = await testCheckout()
  await shop.db.update(settings).set({ wrapCents: 400 })
  const pen = await product(shop.db, { priceCents: 1000, asks: [{ ...ENGRAVING, price: 500 }] })
  const { code } = await coupon(shop.db, { amountCents: 0, percentBp: 1000 })
  const items = [
    { id: pen.id, answers: { engraving: 'Ann' } },
    { id: pen.id, answers: { engraving: 'Bo' } },
  ]
  const order = await shop.placed(items, { code, giftWrap: true })
  expect(order).toMatchObject({ itemsPrice: 30, discount: 3, wrapPrice: 4 })
  const rows = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order._id))
  expect(rows.map(({ discountCents }) => discountCents)).toEqual([150, 150])
})

test('a refund of a piece returns what was paid for it', async () => {
  const shop = await shopWithGoods()
  const { token } = await admin(shop.db)
  const { code } = await coupon(shop.db, { amountCents: 0, percentBp: 5000, rule: { categories: ['mugs'] } })
  const order = await shop.placed([{ id: shop.mug.id, pieces: 2 }, shop.pen], { code })
  expect((await shop.pay(order)).statusCode).toBe(200)
  const refundable = (await shop.get(`/api/orders/${order._id}/refundable`, token)).json()
  expect(refundable.items).toMatchObject([
    { line: 1, discount: 20 },
    { line: 2, price: 5 },
  ])
  const refund = (items: object[], shipping = false) =>
    shop.post(`/api/orders/${order._id}/refund`, { items, shipping, restock: false }, token)
  // A mug at half of $20.00 with 5.5 % of tax, then the pen, and what is left.
  expect((await refund([{ line: 1, qty: 1, restock: 0 }])).json().amount).toBe(10.55)
  expect((await refund([{ line: 2, qty: 1, restock: 0 }])).json().amount).toBeCloseTo(5.28, 1)
  expect((await refund([{ line: 1, qty: 1, restock: 0 }], true)).statusCode).toBe(200)
  expect((await shop.order(order._id)).refunded).toBe(order.totalPrice)
})

test('an order keeps its percentage for a day, and then counts the new price', { tags: ['B6'] }, async () => {
  const shop = await shopWithGoods()
  const { code, id } = await coupon(shop.db, { amountCents: 0, percentBp: 1000 })
  const order = await shop.placed(shop.mug, { code })
  await shop.db.update(products).set({ priceCents: 3000 }).where(eq(products.id, shop.mug.id))
  await shop.db.update(coupons).set({ percentBp: 9000 }).where(eq(coupons.id, id))
  expect(await shop.verify(order._id)).toMatchObject({ itemsPrice: 20, discount: 2 })
  await shop.db.update(orders).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
  expect((await shop.pay(order)).json().code).toBe('price_differs')
  const fresh = await shop.verify(order._id)
  expect(fresh).toMatchObject({ itemsPrice: 30, discount: 3, couponCode: { amount: 3 } })
  expect((await shop.pay(fresh)).statusCode).toBe(200)
})

test('an order that loses pieces keeps its percentage of the others', async () => {
  const shop = await shopWithGoods()
  const { code } = await coupon(shop.db, { amountCents: 0, percentBp: 1000, minGoodsCents: 2500 })
  const order = await shop.placed([shop.mug, shop.pen], { code })
  const { token } = await admin(shop.db)
  expect((await shop.put(`/api/products/${shop.mug.id}`, { qty: 0 }, token)).statusCode).toBe(200)
  expect(await shop.verify(order._id)).toMatchObject({ itemsPrice: 5, discount: 0.5, couponCode: { amount: 0.5 } })
})

test('once per person: by account, and as a guest with a tag in the address', async () => {
  const shop = await shopWithGoods()
  const { code } = await coupon(shop.db, { code: 'ONCE', perPerson: true })
  const account = await user(shop.db, { email: 'Ann@Shopper.example' })
  const [first, second] = [
    await shop.placed(shop.pen, { code }, account.token),
    await shop.placed(shop.mug, { code }, account.token),
  ]
  const visitor = await guest(shop.db, { email: 'ann+again@shopper.example' })
  const asGuest = await shop.placed(shop.pen, { code }, visitor.token)
  expect((await shop.pay(first, {}, account.token)).statusCode).toBe(200)
  for (const [order, { token }] of [
    [second, account],
    [asGuest, visitor],
  ] as const) {
    expect((await shop.pay(order, {}, token)).json().code).toBe('coupon_unusable')
    expect(await shop.verify(order._id, token)).toMatchObject({ discount: 0, couponCode: null })
    const reply = await shop.post('/api/coupons/validate', { code }, token)
    expect([reply.statusCode, reply.body]).toEqual([422, 'You have already used the code ONCE.'])
  }
  const other = await user(shop.db)
  const theirs = await shop.placed(shop.pen, { code }, other.token)
  expect((await shop.pay(theirs, {}, other.token)).statusCode).toBe(200)
})

test('a coupon in two tabs pays one order of a person, and a declined card frees it', async () => {
  const shop = await shopWithGoods()
  const { code } = await coupon(shop.db, { perPerson: true, maxUses: 1 })
  const tabs = [await shop.placed(shop.pen, { code }), await shop.placed(shop.mug, { code })]
  const declined = await shop.pay(tabs[0], { sourceId: 'cnon:card-nonce-declined' })
  expect(declined.statusCode).not.toBe(200)
  const replies = await Promise.all(tabs.map((order) => shop.pay(order)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('of many who pay with the last uses of a coupon at once, so many have it', async () => {
  const shop = await shopWithGoods()
  const pen = await product(shop.db, { qty: 12 })
  const { code, id } = await coupon(shop.db, { maxUses: 5 })
  const buyers = await Promise.all(Array.from({ length: 12 }, () => user(shop.db)))
  const placedOrders = await Promise.all(buyers.map(({ token }) => shop.placed(pen, { code }, token)))
  const replies = await Promise.all(placedOrders.map((order, at) => shop.pay(order, {}, buyers[at]?.token)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  const slots = (await shop.db.select().from(couponUses).where(eq(couponUses.couponId, id)))
    .filter(({ state }) => state === 'used')
    .map(({ slot }) => slot)
  expect(slots.sort()).toEqual(['n1', 'n2', 'n3', 'n4', 'n5'])
})

test('the best discount without a code acts, before a code', async () => {
  const shop = await shopWithGoods()
  await discount(shop.db, { name: 'Mug days', percentBp: 2000, rule: { categories: ['mugs'] } })
  await discount(shop.db, { name: 'Over', percentBp: 9000, expires: '2020-01-01' })
  await discount(shop.db, { name: 'Three off', amountCents: 300 })
  const items = { orderItems: [shop.mug, shop.pen].map(({ id }) => ({ product: id, qty: 1 })) }
  expect((await shop.post('/api/discounts/check', items)).json()).toMatchObject({
    itemsDiscount: 4,
    automatic: { name: 'Mug days', amount: 4 },
  })
  expect((await shop.get('/api/shop')).json().hasDiscounts).toBe(true)
  const order = await shop.placed([shop.mug, shop.pen])
  expect(order).toMatchObject({ discount: 4, automatic: { name: 'Mug days', amount: 4 }, couponCode: null })
  const { code } = await coupon(shop.db, { amountCents: 0, percentBp: 1000 })
  const both = await shop.placed([shop.mug, shop.pen], { code })
  expect(both).toMatchObject({ discount: 6.1, automatic: { amount: 4 }, couponCode: { amount: 2.1 } })
  expect((await shop.pay(both)).statusCode).toBe(200)
  expect(await shop.placed(shop.pen)).toMatchObject({ discount: 3, automatic: { name: 'Three off' } })
})

test('a category that is renamed stays in the rules', async () => {
  const shop = await shopWithGoods()
  const { code } = await coupon(shop.db, { amountCents: 0, percentBp: 1000, rule: { categories: ['mugs', 'pens'] } })
  await discount(shop.db, { rule: { categories: ['mugs'] } })
  const { token } = await admin(shop.db)
  const renamedCategory = (await shop.put('/api/categories/mugs', { name: 'Cups' }, token)).json()
  const [row] = await shop.db.select().from(categories).where(eq(categories.label, 'Cups'))
  expect([row?.name, renamedCategory]).not.toContain('mugs')
  const rules = [await shop.db.select().from(coupons), await shop.db.select().from(discounts)].flat()
  expect(rules.map(({ rule }) => rule?.categories?.toSorted())).toEqual([[row?.name, 'pens'].sort(), [row?.name]])
  // A tenth of the mug's $20.00, and then a tenth of the $23.00 that are left with the pen.
  expect((await check(shop, code, shop.mug, shop.pen)).json()).toMatchObject({
    itemsDiscount: 4.3,
    automatic: { amount: 2 },
  })
})

test.for([
  ['stays free', 2800, 0, 50.4],
  ['costs as before', 2600, 5, 46.8],
] as const)(
  'shipping that is free from $50.00 %s by what the goods cost after a discount',
  async ([, priceCents, shippingPrice, left]) => {
    const shop = await testCheckout()
    const bands = [{ upTo: null, price: 500 }]
    const methods = [{ ...{ id: 'mail', name: 'Mail', by: 'pieces' as const, freeFrom: 5000 }, bands }]
    const zones = [{ name: 'USA', places: ['US'], methods }]
    await saveSettings(shop.db, { shipping: { zones, usualGrams: 200, packingGrams: 60 } })
    const { id } = await product(shop.db, { priceCents })
    await discount(shop.db)
    const order = await shop.placed({ id, pieces: 2 })
    expect(order.shippingPrice).toBe(shippingPrice)
    expect(order.itemsPrice - order.discount).toBeCloseTo(left)
  },
)
