import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { composeMessage, mailSubjects } from '#server/shop/messages/compose.ts'
import { QueuedMail } from '#server/shop/notifications/kinds.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { refundItems, refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { finishRefund } from './refunds.ts'

type PaidOrderOptions = { off?: number; isByCard?: boolean }

/**
 * A shop with a paid order: two pens of $5.00 and a cup of $9.00, $5.00 of shipping and $1.05 of tax, less a coupon of
 * `off` cents.
 */
async function paidShop({ off = 0, isByCard = true }: PaidOrderOptions = {}) {
  const checkout = await testCheckout()
  const { db, shop, app, post, get } = checkout
  const pen = await product(db, { name: 'Pen' })
  const cup = await product(db, { name: 'Cup', priceCents: 900 })
  const fields = off > 0 ? { code: (await coupon(db, { amountCents: off })).code } : {}
  const order = await checkout.placed([{ id: pen.id, pieces: 2 }, cup], fields)
  const { token: owner } = await admin(db, { name: 'Zi Maker' })
  const at = (path: string) => `/api/orders/${order._id}/${path}`
  if (!isByCard) await checkout.put(at('shipped'), { paidBy: 'cash' }, owner)
  else if (order.totalPrice > 0) await checkout.pay(order)
  else await post(at('complete'), undefined, checkout.token)
  const refundRows = () => db.select().from(refunds).orderBy(asc(refunds.createdAt))
  const finish = async () => {
    for (const { id } of await refundRows())
      await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, id)
  }
  return {
    ...checkout,
    order,
    made: refundRows,
    finish,
    refund: (body: object, by = owner) => post(at('refund'), body, by),
    refundable: async () => (await get(at('refundable'), owner)).json(),
    story: async () => (await get(at('timeline'), owner)).json().map(({ text }: { text: string }) => text),
    seen: () => checkout.order(order._id),
    stock: async () => {
      const rows = await db.select().from(products)
      return [pen, cup].map(({ id }) => rows.find((row) => row.id === id)?.qty)
    },
  }
}

const PEN = 1
const CUP = 2
const units = (line: number, qty: number, restock = 0) => ({ line, qty, restock })

test('what can be refunded is every line with its units, and the shipping', async () => {
  const { refundable } = await paidShop()
  expect(await refundable()).toMatchObject({
    items: [
      { line: PEN, name: 'Pen', qty: 2, price: 5, refunded: 0, restocked: 0 },
      { line: CUP, name: 'Cup', qty: 1, price: 9, refunded: 0, restocked: 0 },
    ],
    isShippingRefunded: false,
    left: 25.05,
  })
})

test('refunds per piece return their shares, and the last one what is left', async () => {
  const { refund, refundable, made, seen, finish, stock } = await paidShop()
  const amounts = []
  for (const body of [
    { items: [units(PEN, 1, 1)] },
    { items: [units(CUP, 1)] },
    { shipping: true },
    { items: [units(PEN, 1, 0)] },
  ]) {
    const answer = await refund(body)
    amounts.push(answer.json().amount)
    await finish()
  }
  expect(amounts).toEqual([5.28, 9.49, 5, 5.28])
  expect((await made()).map(({ taxCents, shippingCents }) => [taxCents, shippingCents])).toEqual([
    [28, 0],
    [49, 0],
    [0, 500],
    [28, 0],
  ])
  expect(await refundable()).toMatchObject({
    items: [
      { refunded: 2, restocked: 1 },
      { refunded: 1, restocked: 0 },
    ],
    isShippingRefunded: true,
    left: 0,
  })
  expect(await seen()).toMatchObject({ isRefunded: true, isRestocked: false })
  expect(await stock()).toEqual([4, 4])
})

test('the units that are left are restocked without money, once', async () => {
  const { refund, seen, finish, stock, story } = await paidShop()
  await refund({ items: [units(PEN, 1, 1)] })
  await finish()
  expect((await refund({ restock: true })).json().amount).toBe(19.77)
  expect(await seen()).toMatchObject({ isRefunded: true, isRestocked: false })
  await finish()
  expect(await stock()).toEqual([5, 5])
  expect(await seen()).toMatchObject({ isRefunded: true, isRestocked: true })
  expect((await refund({ restock: true })).json().code).toBe('refund_refused')
  expect((await refund({ items: [units(PEN, 0, 1)] })).statusCode).toBe(409)
  expect(await story()).toContain('Refund of $5.28, by Zi Maker: completed. For 1 × Pen. Restocked: 1 × Pen.')
})

test('pieces are restocked without a refund, and refunded without a restock', async () => {
  const { refund, stock, seen, finish } = await paidShop()
  expect((await refund({ items: [units(CUP, 0, 1)] })).json()).toMatchObject({ amount: 0, state: 'completed' })
  expect(await stock()).toEqual([3, 5])
  expect(await seen()).toMatchObject({ refunded: 0, isRefunded: false, isRestocked: false })
  await refund({ items: [units(CUP, 1)] })
  await finish()
  expect(await stock()).toEqual([3, 5])
})

test('no unit is refunded or restocked twice, also by two admins at once', async () => {
  const { db, refund, finish, made } = await paidShop()
  const { token: other } = await admin(db)
  const both = await Promise.all([refund({ items: [units(PEN, 2, 2)] }), refund({ items: [units(PEN, 1, 1)] }, other)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await finish()
  await refund({ items: [units(PEN, 2, 2)] })
  await finish()
  const refusals = []
  for (const body of [{ items: [units(PEN, 2)] }, { items: [units(PEN, 0, 2)] }, { items: [units(3, 1)] }])
    refusals.push((await refund(body)).json().code)
  expect(refusals).toEqual(['refund_refused', 'refund_refused', 'refund_refused'])
  await refund({ shipping: true })
  await finish()
  expect((await refund({ shipping: true })).json().code).toBe('refund_refused')
  const totals = await db
    .select({ line: refundItems.line, qty: sql<number>`sum(qty)::int`, restock: sql<number>`sum(restock)::int` })
    .from(refundItems)
    .groupBy(refundItems.line)
  expect(totals.every(({ qty, restock }) => qty <= 2 && restock <= 2)).toBe(true)
  expect((await made()).every(({ state }) => state === 'completed')).toBe(true)
})

test('a refund that the card service refused leaves its units to refund', async () => {
  const { shop, refund, refundable, finish, stock } = await paidShop()
  const { refund: give } = shop.gateway
  shop.gateway.refund = async () => ({ outcome: 'refused' })
  expect((await refund({ items: [units(CUP, 1, 1)], shipping: true })).statusCode).toBe(409)
  expect(await refundable()).toMatchObject({ items: [{}, { refunded: 0, restocked: 0 }], isShippingRefunded: false })
  shop.gateway.refund = give
  expect((await refund({ items: [units(CUP, 1, 1)], shipping: true })).json().amount).toBe(14.5)
  await finish()
  expect(await stock()).toEqual([3, 5])
})

test('an amount by hand stands beside the pieces, and never exceeds what is left', async () => {
  const { refund, made, finish } = await paidShop()
  expect((await refund({ items: [units(CUP, 1)], amount: 4 })).json().amount).toBe(4)
  await finish()
  await refund({ amount: 15, restock: false })
  await finish()
  // The pens cost more than the $6.05 that is left.
  expect((await refund({ items: [units(PEN, 2)] })).json().amount).toBe(6.05)
  await finish()
  const all = await made()
  expect(all.reduce((sum, { cents }) => sum + cents, 0)).toBe(2505)
  expect(all.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(105)
  expect(all.reduce((sum, { shippingCents }) => sum + shippingCents, 0)).toBe(500)
})

test.for([
  [1_000, [5.29, 4.76, 5]],
  [2_100, [0, 0, 4.05]],
] as const)(
  'a discount of %i cents is spread over the pieces, and what is left of it is off the shipping',
  async ([off, amounts]) => {
    const { refund, finish, order } = await paidShop({ off })
    const refundReplies = []
    for (const body of [{ items: [units(PEN, 2)] }, { items: [units(CUP, 1)] }, { shipping: true }]) {
      refundReplies.push((await refund(body)).json().amount)
      await finish()
    }
    expect(refundReplies).toEqual(amounts)
    expect(refundReplies.reduce((sum, dollars) => sum + Math.round(dollars * 100), 0)).toBe(
      Math.round(order.totalPrice * 100),
    )
  },
)

test('the message to the buyer names the pieces, and the reason if the seller tells it', async () => {
  const { db, refund, finish } = await paidShop()
  await refund({ items: [units(PEN, 1)], shipping: true, reason: 'The clip broke.', tellReason: true })
  await finish()
  await refund({ items: [units(CUP, 1)], reason: 'She is a friend.' })
  await finish()
  await refund({})
  await finish()
  const [first = '', second = '', third = ''] = await mailTexts(db)
  expect(first).toContain('It is for 1 × Pen, shipping.\nWhy: The clip broke.\nIt goes back to')
  expect(second).toContain('It is for 1 × Cup.\nIt goes back to')
  expect(second).not.toContain('friend')
  expect(third).toContain('It is for 1 × Pen.\nIt goes back to')
})

/** The texts of all messages about refunds, oldest first. */
async function mailTexts(db: Database) {
  const rows = await db.select().from(outbox).where(eq(outbox.kind, 'refunded')).orderBy(outbox.id)
  const queuedMails = rows.map(({ id, kind, dedupeKey, payload }) =>
    QueuedMail.parse({ id, kind, dedupe_key: dedupeKey, payload }),
  )
  const subjects = await mailSubjects(db, [])
  const messages = await Promise.all(
    queuedMails.map((mail) =>
      composeMessage({ db, shopUrl: 'https://shop.example' }, subjects, [mail], { isProven: true }),
    ),
  )
  return messages.map((message) => message?.text ?? '')
}

test('a refund of all that is left without parts has no list of pieces', async () => {
  const { db, refund, finish } = await paidShop()
  await refund({ restock: true })
  await finish()
  expect((await mailTexts(db)).join()).not.toContain('It is for')
})

test('the refund of a manual payment is a note that is complete at once, with its pieces', async () => {
  const { refund, made, stock, story } = await paidShop({ isByCard: false })
  expect((await refund({ items: [units(PEN, 1, 1)], reason: 'Chipped.' })).json()).toMatchObject({
    amount: 5.28,
    state: 'completed',
  })
  expect(await made()).toMatchObject([{ state: 'completed', reason: 'Chipped.', tellsReason: false }])
  expect(await stock()).toEqual([4, 4])
  expect(await story()).toContain(
    'Refund of $5.28, by Zi Maker: returned without a card. For 1 × Pen. Restocked: 1 × Pen. Reason: Chipped.',
  )
})

test('a free order is canceled as a whole, and may restock some of its units', async () => {
  const { refund, seen, stock } = await paidShop({ off: 100_000 })
  expect((await refund({ items: [units(PEN, 1, 1)] })).json().code).toBe('refund_refused')
  expect((await refund({ items: [units(PEN, 2, 1), units(CUP, 1)] })).json()).toMatchObject({ state: 'completed' })
  expect(await seen()).toMatchObject({ isRefunded: true, isRestocked: false })
  expect(await stock()).toEqual([4, 4])
})

test.for([
  [{ items: [] }],
  [{ items: [{ line: 1, qty: 0 }] }],
  [
    {
      items: [
        { line: 1, qty: 1 },
        { line: 1, qty: 1 },
      ],
    },
  ],
  [{ items: [{ line: 1, qty: -1 }] }],
  [{ items: [{ line: 1, qty: 0.5 }] }],
  [{ items: [{ line: 0, qty: 1 }] }],
  [{ items: [{ line: 1, qty: 1 }], restock: true }],
  [{ shipping: 'yes' }],
  [{ reason: 'x'.repeat(301) }],
  [{ reason: 'a\nb' }],
])('the request %j is refused', async ([body]) => {
  const { refund, made } = await paidShop()
  expect((await refund(body as object)).statusCode).toBe(400)
  expect(await made()).toEqual([])
})
