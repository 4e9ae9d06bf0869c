import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { product } from '#server/testing/factories.ts'
import { returns, unmatchedWithdrawals } from '../schema.ts'
import { unmatchedWithdrawal } from '../testing/factories.ts'
import { documentOf, SELLER, shopWithOrder } from '../testing/shop-with-orders.ts'
import { deleteOldWithdrawals } from './retention.ts'
import { momentToTheSecond } from './seconds.ts'

const PARIS = { countryCode: 'FR' }

/** A shop with its pages, and an order that went to France. */
async function shopWithPages(options: Parameters<typeof shopWithOrder>[0] = {}) {
  const checkout = await shopWithOrder({ journey: PARIS, hasPages: true, ...options })
  const own = { name: 'Ann Shopper', order: String(checkout.order.number), email: checkout.buyer.email }
  return { ...checkout, own, confirmed: { ...own, confirmed: '1' } }
}

test('a buyer withdraws in two steps without a script or an account, and gets a receipt to the second', async () => {
  const { db, read, withdraw, own, buyer, order, deliver, list } = await shopWithPages()
  const form = (await read(`/withdraw?order=${order.number}`)).document
  expect(form.querySelector('main form')?.getAttribute('action')).toBe('/withdraw')
  expect(form.querySelector('main input[name=order]')?.getAttribute('value')).toBe(own.order)
  const review = await withdraw(own)
  expect([review.statusCode, await db.$count(returns)]).toEqual([200, 0])
  const document = documentOf(review.body)
  expect(document.querySelector('main')?.textContent).toContain(`I withdraw from my contract for order ${own.order}.`)
  expect(document.querySelector('main button')?.textContent).toBe('Confirm withdrawal')
  const fields = [...document.querySelectorAll('main form input[type=hidden]')].map((field) => [
    field.getAttribute('name') ?? '',
    field.getAttribute('value') ?? '',
  ])
  const confirmed = await withdraw({ ...Object.fromEntries(fields), confirmed: '1' })
  expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/withdraw/received'])
  expect((await read('/withdraw/received')).document.querySelector('main')?.textContent).toContain('has arrived')

  const [row] = await db.select().from(returns)
  const { timeZone } = await shopSettings(db)
  const letters = await deliver()
  expect(letters.map(({ to }) => to).sort()).toEqual([buyer.email, SELLER].sort())
  const receipt = letters.find(({ to }) => to === buyer.email)
  expect(receipt?.text).toContain(momentToTheSecond(row?.askedAt ?? (0 as never), timeZone))
  expect(receipt?.text).toContain('It covers: 2 × Cup, 1 × Pen.')
  expect(receipt?.text).toContain('not yet that it is accepted')
  expect((await list()).returns).toMatchObject([{ kind: 'withdrawal', state: 'asked', isLate: false }])
})

test('whoever asks gets the same answer, and only the buyer’s address a receipt', async () => {
  const { db, withdraw, confirmed, own, order, deliver } = await shopWithPages()
  const stranger = 'stranger@shopper.example'
  const replies = []
  for (const fields of [
    { ...confirmed, email: stranger },
    { ...confirmed, order: '999999' },
    { ...confirmed, order: order._id, email: stranger },
    { ...confirmed, name: 'Click https://evil.example', order: `https://shop.test/order/${order._id}#k=abc` },
    confirmed,
  ]) {
    const { statusCode, headers, body } = await withdraw(fields)
    replies.push({ statusCode, location: headers.location, body })
  }
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  const letters = await deliver()
  expect(letters.filter(({ to }) => to === own.email)).toHaveLength(1)
  expect(letters.filter(({ to }) => to === stranger)).toEqual([])
  expect(letters.map(({ text }) => text).join()).not.toContain('evil.example')
  const unmatched = await db.select().from(unmatchedWithdrawals).orderBy(unmatchedWithdrawals.id)
  expect(unmatched.map(({ orderText }) => orderText)).toEqual([own.order, '999999', order._id])
})

test('the seller sees withdrawals that name no order, once each, and takes them off the list', async () => {
  const { withdraw, confirmed, list, put, get, owner } = await shopWithPages()
  for (const _ of ['first', 'again']) await withdraw({ ...confirmed, order: '5555' })
  expect((await get('/api/admin/waiting', owner)).json().counts.returns).toBe(1)
  const { unmatched, total } = await list('?show=unmatched')
  expect([unmatched, total]).toMatchObject([[{ name: 'Ann Shopper', order: '5555', email: confirmed.email }], 1])
  const done = `/api/returns/unmatched/${unmatched[0]._id}/done`
  expect((await put(done, undefined, owner)).statusCode).toBe(200)
  expect((await put(done, undefined, owner)).statusCode).toBe(404)
  expect((await list('?show=unmatched')).total).toBe(0)
})

const WRONG: [Record<string, string>, string][] = [
  [{ name: ' ' }, 'Enter your name.'],
  [{ name: 'Ann\nShopper' }, 'character'],
  [{ order: 'my last one' }, 'Enter the number of the order'],
  [{ email: 'ann' }, 'Enter the email address'],
  [{ email: 'ann@shopper.example\r\nBcc: all@shopper.example' }, 'Enter the email address'],
]

test('a form with something wrong is shown again, and says what', async () => {
  const { db, withdraw, confirmed } = await shopWithPages()
  for (const [wrong, sentence] of WRONG) {
    const { statusCode, body } = await withdraw({ ...confirmed, ...wrong })
    expect([statusCode, documentOf(body).querySelector('main form')?.textContent]).toEqual([
      422,
      expect.stringContaining(sentence),
    ])
  }
  expect([await db.$count(returns), await db.$count(unmatchedWithdrawals)]).toEqual([0, 0])
})

test('hostile words are words, other sites send no withdrawal, and many are refused', async () => {
  const { db, withdraw, confirmed, own } = await shopWithPages({ rateLimits: true })
  const hostile = await withdraw({ ...own, name: '"><script>alert(1)</script>' })
  expect(hostile.body).not.toContain('<script>alert')
  expect((await withdraw(confirmed, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  const statuses = []
  for (let count = 0; count < 6; count++) statuses.push((await withdraw({ ...confirmed, order: '7777' })).statusCode)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  expect(await db.$count(unmatchedWithdrawals)).toBe(1)
})

test.for<[string, (shop: Awaited<ReturnType<typeof shopWithPages>>) => Promise<unknown>, object, number]>([
  ['sent twice, at once', ({ withdraw, confirmed }) => Promise.all([withdraw(confirmed), withdraw(confirmed)]), {}, 1],
  [
    'after the 14 days',
    async ({ travel, withdraw, confirmed }) => {
      await travel({ ...PARIS, shippedDaysAgo: 60, arrivesTo: null })
      await withdraw(confirmed)
    },
    { isLate: true, lastDay: expect.any(String) },
    1,
  ],
  [
    'before it was sent',
    async ({ db, order, withdraw, confirmed }) => {
      await db.update(orders).set({ deliveredAt: null }).where(eq(orders.id, order._id))
      await withdraw(confirmed)
    },
    { isLate: false, lastDay: null },
    1,
  ],
  [
    'after fewer pieces were asked for',
    async ({ ask, withdraw, confirmed }) => {
      await ask({ items: [{ line: 2, qty: 1 }] })
      await withdraw(confirmed)
    },
    {},
    2,
  ],
])('a withdrawal %s is one, of all that is covered', async ([, act, fields, receiptCount]) => {
  const shop = await shopWithPages()
  await act(shop)
  const { returns: list } = await shop.list()
  expect(list).toMatchObject([
    {
      kind: 'withdrawal',
      state: 'asked',
      items: [
        { line: 1, qty: 2 },
        { line: 2, qty: 1 },
      ],
      ...fields,
    },
  ])
  const receipts = (await shop.deliver()).filter(({ subject }) => subject.startsWith('Your withdrawal'))
  expect(receipts).toHaveLength(receiptCount)
})

test('nobody is mailed about an order that is not paid, nor of a deleted account', async () => {
  const { db, withdraw, confirmed, placed, buyer, deliver } = await shopWithPages()
  const unpaid = await placed(await product(db))
  await withdraw({ ...confirmed, order: String(unpaid.number) })
  expect([await deliver(), await db.$count(returns)]).toEqual([[], 0])
  await withdraw(confirmed)
  await db.execute(sql`update users set deleted_at = now(), email = '' where id = ${buyer.id}`)
  expect((await deliver()).map(({ to }) => to)).toEqual([SELLER])
  expect(await db.$count(outbox, sql`${outbox.kind} = 'withdrawal_receipt' and done_at is null`)).toBe(0)
})

test('the link stands in the footer only where a zone reaches the EU, and pieces with questions say what is exempt', async () => {
  const { db, read, put, owner } = await shopWithPages()
  const asked = await product(db, {
    slug: 'ring',
    asks: [{ key: 'name', label: 'Name', kind: 'text', required: true }],
  })
  const plain = await product(db, { slug: 'bowl' })
  const seen = async () => {
    const [ring, bowl] = [await read(`/products/${asked.slug}`), await read(`/products/${plain.slug}`)]
    return {
      footer: ring.document.querySelector('footer a[href="/withdraw"]')?.textContent,
      says: [ring, bowl].map(({ body }) => body.includes('right of withdrawal does not cover it')),
    }
  }
  const nothing = { footer: undefined, says: [false, false] }
  expect(await seen()).toEqual(nothing)
  const method = { id: 'mail', name: 'Mail', by: 'pieces', bands: [{ upTo: null, price: 20 }] }
  const zone = (...places: string[]) => ({
    shipping: { zones: [{ name: 'Abroad', places, methods: [method] }], usualGrams: 500, packingGrams: 0 },
  })
  for (const [places, expected] of [
    [['CA', 'CH', 'GB'], nothing],
    [['US', 'IE'], { footer: 'Withdraw', says: [true, false] }],
    [['*'], { footer: 'Withdraw', says: [true, false] }],
  ] as const) {
    expect((await put('/api/settings', zone(...places), owner)).statusCode).toBe(200)
    expect(await seen()).toEqual(expected)
  }
})

test('withdrawals that name no order go 90 days after the seller has looked into them, or after a year', async () => {
  const { db } = await shopWithOrder()
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await unmatchedWithdrawal(db, { name: 'open', receivedAt: ago(300) })
  await unmatchedWithdrawal(db, { name: 'old', receivedAt: ago(366) })
  await unmatchedWithdrawal(db, { name: 'done', receivedAt: ago(99), doneAt: ago(89) })
  await unmatchedWithdrawal(db, { name: 'long done', receivedAt: ago(99), doneAt: ago(91) })
  await deleteOldWithdrawals(db)
  const names = await db.select({ name: unmatchedWithdrawals.name }).from(unmatchedWithdrawals)
  expect(names.map(({ name }) => name).sort()).toEqual(['done', 'open'])
})

test('the structured data of a piece has the policy and the prices of the shop, and changes with them', async () => {
  const { db, read, put, owner } = await shopWithPages()
  const { slug } = await product(db, { slug: 'bowl', priceCents: 4_000 })
  const offer = async () => {
    const { document } = await read(`/products/${slug}`)
    const json = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
    return json['@graph'][0].offers
  }
  expect(await offer()).toMatchObject({
    hasMerchantReturnPolicy: {
      merchantReturnDays: 30,
      returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    },
    shippingDetails: [{ shippingDestination: [{ addressCountry: 'US' }], shippingRate: { currency: 'USD' } }],
  })
  await put('/api/returns/policy', { days: 0, exchanges: false, postage: 'buyer' }, owner)
  expect((await offer()).hasMerchantReturnPolicy.returnPolicyCategory).toMatch(/NotPermitted$/)
})
