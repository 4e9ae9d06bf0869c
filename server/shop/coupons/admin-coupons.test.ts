import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coupons } from '#server/shop/schema/coupons.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'

/** A coupon for all goods, of any day and for everybody. */
const NO_RULES = {
  ...{
    percent: null,
    rule: null,
    products: [],
    notOnSale: false,
    minGoods: 0,
    starts: null,
    maxUses: null,
    perPerson: false,
  },
}

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'

async function shopWithAdmin() {
  const { db, get, post, put, remove } = await testApp()
  const { token } = await admin(db)
  const shopper = await user(db)
  return {
    db,
    list: (query = '') => get(`/api/coupons/?${query}`, token),
    one: (id: string) => get(`/api/coupons/${id}`, token),
    create: (path = '/api/coupons', body?: object) => post(path, body, token),
    save: (id: string, body: unknown) => put(`/api/coupons/${id}`, body, token),
    remove: (id: string) => remove(`/api/coupons/${id}`, token),
    check: (code: string) => post('/api/coupons/validate/', { code }, shopper.token),
  }
}

type CouponList = { coupons: { code: string }[]; page: number; pages: number; total: number }

test.for([
  ['', ['50%', 'bee', 'Apple', 'CHERRY']],
  ['sort=created', ['CHERRY', 'Apple', 'bee', '50%']],
  ['sort=code', ['50%', 'Apple', 'bee', 'CHERRY']],
  ['sort=-code', ['CHERRY', 'bee', 'Apple', '50%']],
  ['sort=amount', ['bee', 'CHERRY', 'Apple', '50%']],
  ['sort=-amount', ['50%', 'Apple', 'CHERRY', 'bee']],
  ['sort=expires', ['Apple', 'bee', 'CHERRY', '50%']],
  ['keyword=PP', ['Apple']],
  ['keyword=%25', ['50%']],
  ['keyword=none', []],
] as const)('the list of coupons sorts by “%s”', async ([query, codes]) => {
  const { db, list } = await shopWithAdmin()
  const specimens = [
    { code: 'CHERRY', amountCents: 200 },
    { code: 'Apple', amountCents: 300, expires: '2026-01-01' },
    { code: 'bee', amountCents: 0, expires: '2026-12-31' },
    { code: '50%', amountCents: 500 },
  ]
  for (const fields of specimens) await coupon(db, fields)
  await coupon(db, { code: 'Apple pie', deletedAt: new Date() })
  const answer = (await list(query)).json<CouponList>()
  expect(answer.coupons.map(({ code }) => code)).toEqual(codes)
  expect(answer).toMatchObject({ page: 1, pages: 1, total: codes.length })
})

test('the list has 25 coupons on a page, and no page past its end', async () => {
  const { db, list } = await shopWithAdmin()
  expect((await list()).json()).toEqual({ coupons: [], page: 1, pages: 1, total: 0 })
  await db.insert(coupons).values(Array.from({ length: 26 }, (_, at) => ({ code: `CODE-${at}` })))
  const second = (await list('pageNumber=2')).json<CouponList>()
  expect(second).toMatchObject({ page: 2, pages: 2, total: 26 })
  expect(second.coupons).toHaveLength(1)
  expect((await list('pageNumber=3')).statusCode).toBe(404)
})

test('a coupon names the products of its rule, also in the list, without those that were deleted', async () => {
  const { db, create, list, one, save } = await shopWithAdmin()
  const [mug, pen, deletedProduct] = [
    await product(db, { name: 'Moon mug' }),
    await product(db, { name: 'Pen' }),
    await product(db, { deletedAt: new Date() }),
  ]
  const { _id } = (await create()).json()
  const rule = { products: [pen.id, deletedProduct.id, mug.id] }
  const products = [mug, pen].map(({ id, name, sku }) => ({ _id: id, name, sku, image: null }))
  expect((await save(_id, { rule })).json()).toMatchObject({ rule, products })
  expect((await one(_id)).json()).toMatchObject({ rule, products })
  await coupon(db, { rule: { products: [pen.id] } })
  expect((await list('sort=created')).json().coupons).toMatchObject([{ products }, { products: [{ _id: pen.id }] }])
})

test.for([
  ['/api/coupons', undefined],
  ['/api/coupons/', {}],
] as const)('a coupon created at %s is empty, and cannot be used before it is saved', async ([path, body]) => {
  const { create, check, save, one } = await shopWithAdmin()
  const reply = await create(path, body)
  expect(reply.statusCode).toBe(201)
  const newCoupon = reply.json()
  expect(newCoupon).toEqual({
    _id: expect.any(String),
    code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{10}$/),
    ...NO_RULES,
    amount: 0,
    oneTime: false,
    freeShip: false,
    taxFree: false,
    expires: null,
    isSaved: false,
    uses: 0,
  })
  expect((await create()).json().code).not.toBe(newCoupon.code)
  const refusal = await check(newCoupon.code)
  expect([refusal.statusCode, refusal.body]).toEqual([422, 'Invalid Coupon Code!'])
  expect((await save(newCoupon._id, {})).json()).toEqual({ ...newCoupon, isSaved: true })
  expect((await one(newCoupon._id)).json()).toEqual({ ...newCoupon, isSaved: true })
  expect((await check(newCoupon.code)).statusCode).toBe(200)
})

test('omitted fields stay the same, and the expiry date can be cleared', async () => {
  const { db, save, check } = await shopWithAdmin()
  const { id } = await coupon(db, { code: 'SPRING', amountCents: 100, freeShip: true })
  const fullCoupon = {
    code: 'Summer',
    amount: 2.5,
    oneTime: true,
    freeShip: false,
    taxFree: true,
    expires: '2999-12-31',
  }
  const sameCoupon = { ...NO_RULES, ...fullCoupon, _id: id, isSaved: true, uses: 0 }
  expect((await save(id, { ...fullCoupon, code: ' Summer ' })).json()).toEqual(sameCoupon)
  expect((await save(id, { expires: null })).json()).toEqual({ ...sameCoupon, expires: null })
  expect((await check('SUMMER')).json()).toEqual({ amount: 2.5, freeShip: false, taxFree: true })
  expect((await check('SPRING')).statusCode).toBe(422)
})

const CODE_TAKEN = 'Another coupon has this code. Choose another.'

test.for([
  ['no code', { code: ' ' }, 400, 'Enter a code.'],
  ['a code of two lines', { code: 'a\nb' }, 400, 'Remove the characters that cannot be displayed.'],
  ['a code too long for its field', { code: 'x'.repeat(61) }, 400, 'A code can have at most 60 characters.'],
  ['the code of another coupon, in another case', { code: ' spring ' }, 422, CODE_TAKEN],
  ['the reserved code', { code: 'Invalid' }, 422, expect.stringContaining('The shop itself uses the code')],
  [
    'the reserved code, in letters that fold to it',
    { code: '\u0130nvalid' },
    422,
    expect.stringContaining('The shop itself uses the code'),
  ],
  ['a day that does not exist', { expires: '2026-02-30' }, 400, 'Enter the day as YYYY-MM-DD, such as 2026-12-31.'],
  ['a day before the calendar', { expires: '0000-01-01' }, 400, 'Choose a later day.'],
  ['a time of day', { expires: '2026-02-03T00:00:00Z' }, 400, 'Enter the day as YYYY-MM-DD, such as 2026-12-31.'],
] as const)('a coupon with %s is refused beside its field', async ([, body, status, message]) => {
  const { db, save, one } = await shopWithAdmin()
  await coupon(db, { code: 'SPRING' })
  const { id } = await coupon(db, { code: 'SUMMER', amountCents: 200 })
  const reply = await save(id, { amount: 5, ...body })
  expect(reply.statusCode).toEqual(status)
  expect(reply.json().issues).toEqual([{ path: Object.keys(body)[0], message }])
  expect((await one(id)).json()).toMatchObject({ code: 'SUMMER', amount: 2 })
})

test('a negative, huge or malformed amount is refused', { tags: ['B7'] }, async ({ task }) => {
  const { db, save, one } = await shopWithAdmin()
  const { id } = await coupon(db, { amountCents: 200 })
  const amounts = [-1, -0.01, 1e9, 1_000_000.01, 1e308, 0.001, '5', null, true, [5]]
  for (const amount of amounts) {
    const reply = await save(id, { amount, freeShip: true })
    expect([amount, reply.statusCode, reply.json().issues?.[0]?.path]).toEqual([amount, 400, 'amount'])
  }
  expect((await one(id)).json()).toMatchObject({ amount: 2, freeShip: false })
  for (const amount of [0, 0.01, 1_000_000]) expect((await save(id, { amount })).json().amount).toBe(amount)
  figure(task, `${amounts.length} amounts: 400, coupon unchanged`)
})

test('a percentage and an amount replace each other, and a rule is kept', async () => {
  const { db, save } = await shopWithAdmin()
  const { id } = await coupon(db, { code: 'SPRING', amountCents: 200 })
  const rule = { categories: ['mugs'] }
  const rules = { rule, minGoods: 40, starts: '2026-05-01', expires: '2026-05-31', maxUses: 50, perPerson: true }
  expect((await save(id, { percent: 12.5, ...rules })).json()).toMatchObject({ percent: 12.5, amount: 0, ...rules })
  // An earlier browser knows no percentage and sends the amount that it was shown.
  expect((await save(id, { amount: 0, code: 'MAY' })).json()).toMatchObject({ percent: 12.5, amount: 0, ...rules })
  expect((await save(id, { amount: 3 })).json()).toMatchObject({ percent: null, amount: 3 })
  expect((await save(id, { rule: null })).json()).toMatchObject({ rule: null, minGoods: 40 })
})

test.for([
  ['an amount and a percentage', { amount: 1, percent: 10 }, 'percent'],
  ['no percent at all', { percent: 0 }, 'percent'],
  ['more than all', { percent: 100.01 }, 'percent'],
  ['a last day before its first', { starts: '2026-05-02', expires: '2026-05-01' }, 'expires'],
  ['no uses', { maxUses: 0 }, 'maxUses'],
  ['half a use', { maxUses: 1.5 }, 'maxUses'],
] as const)('a coupon of %s is refused beside its field', async ([, body, path]) => {
  const { db, save } = await shopWithAdmin()
  const reply = await save((await coupon(db)).id, body)
  expect([reply.statusCode, reply.json().issues?.[0]?.path]).toEqual([400, path])
})

test('of concurrent coupons with the same code only one is saved', async () => {
  const { db, save } = await shopWithAdmin()
  const codes = await Promise.all(Array.from({ length: 8 }, () => coupon(db)))
  const replies = await Promise.all(codes.map(({ id }, at) => save(id, { code: at % 2 ? 'spring' : 'SPRING' })))
  const statuses = replies.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
})

test('a deleted coupon leaves the list, cannot be used, and frees its code', async () => {
  const { db, list, one, save, remove, check } = await shopWithAdmin()
  const { id } = await coupon(db, { code: 'SPRING' })
  const reply = await remove(id)
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Coupon SPRING Deleted!' }])
  for (const call of [one(id), save(id, { amount: 5 }), remove(id), one(UNKNOWN_ID)])
    expect((await call).statusCode).toBe(404)
  expect((await list()).json()).toMatchObject({ total: 0 })
  expect((await check('SPRING')).body).toBe('Invalid Coupon Code!')
  const { id: next } = await coupon(db)
  expect((await save(next, { code: 'spring' })).statusCode).toBe(200)
})

test('an order keeps the effect that its coupon had when it was placed', { tags: ['B6'] }, async () => {
  const { db, put, get, placed, pay, order } = await testCheckout()
  const { token } = await admin(db)
  const { id, code } = await coupon(db, { amountCents: 100 })
  const buyersOrder = await placed(await product(db), { code })
  await put(`/api/coupons/${id}`, { amount: 4, freeShip: true }, token)
  expect(await order(buyersOrder._id)).toMatchObject({ discount: 1, totalPrice: buyersOrder.totalPrice })
  expect((await pay(buyersOrder)).statusCode).toBe(200)
  expect((await get(`/api/coupons/${id}`, token)).json()).toMatchObject({ amount: 4, uses: 1 })
})

test.for([
  ['deleted', async (shop: Checkout, id: string, token: string) => shop.remove(`/api/coupons/${id}`, token)],
  [
    'ended',
    async (shop: Checkout, id: string, token: string) =>
      shop.put(`/api/coupons/${id}`, { expires: '2020-01-01' }, token),
  ],
] as const)(
  'an order whose coupon was %s after it was placed is not paid with it',
  { tags: ['B6'] },
  async ([, end]) => {
    const shop = await testCheckout()
    const { token } = await admin(shop.db)
    const { id, code } = await coupon(shop.db)
    const order = await shop.placed(await product(shop.db), { code })
    expect((await end(shop, id, token)).statusCode).toBe(200)
    expect((await shop.pay(order)).json().code).toBe('coupon_unusable')
    expect(await shop.verify(order._id)).toMatchObject({ discount: 0, couponCode: null })
    expect(await shop.db.$count(coupons, eq(coupons.id, sql`${id}`))).toBe(1)
  },
)

type Checkout = Awaited<ReturnType<typeof testCheckout>>
