import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { discount } from '#features/discounts/testing/factories.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { queueMails } from '#server/platform/outbox/outbox.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { canceledEmail } from '#server/shop/messages/buyer-messages.ts'
import { mailSubjects, senderOf } from '#server/shop/messages/compose.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { recordedOrder } from '#server/shop/orders/orders.ts'
import { recordDiscrepancy } from '#server/shop/payments/record-discrepancy.ts'
import { finishRefund } from '#server/shop/payments/refunds.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { paidOrderMails, queueCancellationMails, queueRefundMail } from './order-notifications.ts'

const SHOP = 'rosa@pots.example'

/** A shop whose shopper has paid an order of two pens, with a mailer that stores its messages. */
async function paidShop(settings: Parameters<typeof saveSettings>[1] = {}) {
  const checkout = await testCheckout()
  const { db, app, shop, buyer } = checkout
  await saveSettings(db, { name: 'Rosas Pots', email: SHOP, ...settings })
  const { id } = await product(db, { priceCents: 500, name: 'Walnut <Pen>' })
  const order = await checkout.placed({ id, pieces: 2 })
  expect((await checkout.pay(order)).statusCode).toBe(200)
  expect((await checkout.pay(order)).statusCode).toBe(200)
  /** Sends the due messages; returns those sent since the last call, by key. */
  const sentMessages = async () => {
    const messages = new Map<string, Message>()
    const mailer = {
      async send(key: string, message: Message) {
        expect(messages.has(key)).toBe(false)
        messages.set(key, message)
      },
      close() {},
    }
    await db.update(outbox).set({ nextTryAt: sql`now()` })
    await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
    return messages
  }
  const context = { db, gateway: shop.gateway, log: app.log, actor: 'worker' }
  return {
    ...checkout,
    context,
    order,
    sent: sentMessages,
    to: buyer.email,
    link: `http://shop.test/order/${order._id}`,
  }
}

const bothForms = ({ text, html }: Message) => [text, html]

test('the shop gets one message about a paid order, with items, address, total and link', async () => {
  const { sent, order, to, link, buyer } = await paidShop()
  const message = (await sent()).get(`new_order-${order._id}`)
  const total = `$${order.totalPrice.toFixed(2)}`
  expect(message).toMatchObject({ to: SHOP, replyTo: to, subject: `Demo: New order ${order.number}: ${total}` })
  for (const form of bothForms(message as Message))
    for (const fact of [buyer.name, '1 Main Street', 'Denver, CO 80202', total, link]) expect(form).toContain(fact)
  expect(message?.text).toContain('2 × Walnut <Pen>: $10.00')
  expect(message?.html).toContain('Walnut &lt;Pen&gt;')
  expect([...(await sent()).keys()]).toEqual([])
})

test('a rolled back event sends no message, and an event queued twice at once sends one', async () => {
  const { db, order, sent } = await paidShop()
  await sent()
  const failure = db.transaction(async (tx) => {
    await queueCancellationMails(tx, order._id)
    throw new Error('undone')
  })
  await expect(failure).rejects.toThrow('undone')
  expect((await sent()).size).toBe(0)
  await Promise.all([1, 2, 3].map(() => queueCancellationMails(db, order._id)))
  await queueMails(db, JSON.parse(paidOrderMails(order._id)))
  expect((await sent()).size).toBe(2)
})

test('a shop that turned messages about orders off gets none; its buyers still do', async () => {
  const { db, sent, order, to, context } = await paidShop({ orderMails: false })
  await queueCancellationMails(db, order._id)
  await recordDiscrepancy(context, 'refund_unclear', 'one', { orderId: order._id })
  expect([...(await sent()).values()].map((message) => message.to)).toEqual([to, to])
  expect(await db.$count(outbox, sql`done_at is null`)).toBe(0)
})

test('the buyer gets one message about a completed refund, with its amount and the card', async () => {
  const { db, post, order, sent, to, link, context } = await paidShop()
  await sent()
  const { token } = await admin(db)
  await post(`/api/orders/${order._id}/refund`, { restock: false, amount: 1.5 }, token)
  expect((await sent()).size).toBe(0)
  const [refund] = await db.select().from(refunds)
  await Promise.all([1, 2].map(() => finishRefund(context, refund?.id ?? '')))
  const [message] = [...(await sent()).values()]
  expect(message).toMatchObject({ to, replyTo: SHOP, subject: `Demo: A refund for your order ${order.number}` })
  for (const form of bothForms(message as Message))
    for (const fact of ['I have refunded $1.50', 'Visa ending in ', '2 to 7 business days', link])
      expect(form).toContain(fact)
  expect((await sent()).size).toBe(0)
})

test.for([
  ['cash', 'Paid in cash.', ['refunded'], 'I have refunded $14.05'],
  ['other', 'Paid without a card.', ['refunded'], 'I have refunded $14.05'],
  ['gift', 'It is a gift.', ['cancelled', 'cancelled_order'], 'Nothing was charged'],
] as const)(
  'the receipt of an order paid by %s says so, and its full refund sends the buyer one message',
  async ([paidBy, phrase, kinds, end]) => {
    const { db, placed, put, post, buyer, sent } = await paidShop()
    const { token } = await admin(db)
    const { id } = await product(db, { priceCents: 1000 })
    const order = await placed({ id })
    await sent()
    await put(`/api/orders/${order._id}/shipped`, { paidBy }, token)
    const receipt = (await sent()).get(`receipt-${order._id}`)
    for (const form of bothForms(receipt as Message)) expect(form).toContain(phrase)
    await Promise.all([1, 2].map(() => post(`/api/orders/${order._id}/refund`, { restock: false }, token)))
    const messages = await sent()
    expect([...messages.keys()].map((key) => key.split('-')[0])).toEqual(kinds)
    expect([...messages.values()].find(({ to }) => to === buyer.email)?.text).toContain(end)
    await post(`/api/orders/${order._id}/refund`, { restock: true }, token)
    expect((await sent()).size).toBe(0)
  },
)

test('messages about an order have a line for a discount without a code, by its name, and one for the code', async () => {
  const { db, order, sent, placed, pay } = await paidShop()
  await sent()
  await discount(db, { name: 'Pen days' })
  const { code } = await coupon(db, { amountCents: 0, percentBp: 1000 })
  const reducedOrder = await placed({ id: order.orderItems[0].product, pieces: 2 }, { code })
  expect((await pay(reducedOrder)).statusCode).toBe(200)
  const messages = await sent()
  for (const kind of ['new_order', 'receipt']) {
    const { text } = messages.get(`${kind}-${reducedOrder._id}`) as Message
    // A tenth of $10.00, and then a tenth of what is left.
    expect(text).toMatch(/^Pen days:? +−\$1\.00$/m)
    expect(text).toMatch(/^Discount:? +−\$0\.90$/m)
  }
})

test('a partial refund of a gift sends no message, because no money moves', async () => {
  const { db, order, sent, placed, put, post } = await paidShop()
  const { token } = await admin(db)
  const gift = await placed({ id: order.orderItems[0].product })
  await put(`/api/orders/${gift._id}/shipped`, { paidBy: 'gift' }, token)
  await sent()
  await post(`/api/orders/${gift._id}/refund`, { amount: 1, restock: false }, token)
  expect((await sent()).size).toBe(0)
})

test('buyer and shop get one message each about a canceled free order', async () => {
  const { db, order, placed, post, token, sent, to } = await paidShop()
  const { token: owner } = await admin(db)
  const { code } = await coupon(db, { amountCents: 100_000 })
  const free = await placed({ id: order.orderItems[0].product }, { code })
  await post(`/api/orders/${free._id}/complete`, {}, token)
  await sent()
  await post(`/api/orders/${free._id}/refund`, { restock: false }, owner)
  await post(`/api/orders/${free._id}/refund`, { restock: true }, owner)
  expect([...(await sent()).values()].map((message) => message.to).sort()).toEqual([SHOP, to].sort())
})

test('a full refund of an unshipped order says that it will not be shipped', async () => {
  const { db, post, order, sent, context } = await paidShop()
  const { token } = await admin(db)
  await sent()
  await post(`/api/orders/${order._id}/refund`, { restock: true }, token)
  const [refund] = await db.select().from(refunds)
  await finishRefund(context, refund?.id ?? '')
  const [message] = [...(await sent()).values()]
  expect(message?.text).toContain('Your order is canceled and will not be shipped.')
})

test('a refund of a manual payment says so', async () => {
  const { db, order, sent } = await paidShop({ voice: 'we' })
  await sent()
  await db.execute(sql`update payment_attempts set card_last4 = null, card_brand = null`)
  const [{ currentAttempt } = { currentAttempt: null }] = await db.select().from(orders)
  const values = {
    orderId: order._id,
    attemptId: currentAttempt ?? '',
    cents: 100,
    taxCents: 0,
    shippingCents: 0,
    restock: false,
  }
  const [refund] = await db
    .insert(refunds)
    .values({ ...values, state: 'completed', squareRefundId: 'refund-1' })
    .returning()
  await queueRefundMail(db, refund?.id ?? '')
  const [message] = [...(await sent()).values()]
  expect(message?.text).toContain('We have refunded $1.00')
  expect(message?.text).toContain('the way you paid')
})

test('buyer and shop get a message about a canceled order', async () => {
  const { db, order, sent, to, buyer } = await paidShop()
  await sent()
  await queueCancellationMails(db, order._id)
  const messages = await sent()
  const [toBuyer, toSeller] = ['cancelled', 'cancelled_order'].map((kind) => messages.get(`${kind}-${order._id}`))
  expect(toBuyer).toMatchObject({ to, replyTo: SHOP, subject: `Demo: Your order ${order.number} is canceled` })
  expect(toSeller).toMatchObject({ to: SHOP, replyTo: to, subject: `Demo: Order ${order.number} is canceled` })
  for (const form of bothForms(toSeller as Message)) expect(form).toContain(buyer.name)
})

test.for([
  [{ paidBy: 'gift', refunded: 1055 }, 'Nothing was charged, so there is nothing to refund.'],
  [{ isDelivered: false }, 'has been canceled. Nothing will be shipped.'],
  [{ totalPrice: 0 }, 'Nothing was charged, so there is nothing to refund.'],
  [{ isPaid: false }, 'Nothing was charged, so there is nothing to refund.'],
  [{}, 'You will get another email as soon as your payment is refunded.'],
  [{ refunded: 1055 }, '$10.55 has been refunded or is on its way back to you.'],
])('the message about a cancellation says what happens to the money: %j', async ([fields, sentence]) => {
  const { db, order } = await paidShop()
  const shop = senderOf(await mailSubjects(db, []), 'http://shop.test')
  const message = canceledEmail({ ...(await recordedOrder(db, order._id)), ...(fields as object) }, shop)
  for (const form of bothForms(message)) expect(form).toContain(sentence)
})

test('the shop gets new discrepancies in one message, each once, and no closed ones', async () => {
  const { db, order, sent, context, link } = await paidShop()
  await sent()
  const open = (subject: string, orderId: unknown) => recordDiscrepancy(context, 'amount_differs', subject, { orderId })
  await Promise.all([
    open('one', order._id),
    open('one', order._id),
    open('two', 'no order of ours'),
    open('three', null),
  ])
  await db.update(discrepancies).set({ resolvedAt: new Date() }).where(eq(discrepancies.subject, 'three'))
  const messages = [...(await sent()).values()]
  expect(messages).toMatchObject([{ to: SHOP, replyTo: SHOP, subject: '2 payments need your attention' }])
  for (const form of messages.flatMap(bothForms)) {
    expect(form.split('Another amount was taken than the order costs')).toHaveLength(3)
    for (const fact of [`Order ${order.number}`, link, 'http://shop.test/admin/discrepancies'])
      expect(form).toContain(fact)
  }
  await open('one', order._id)
  expect((await sent()).size).toBe(0)
})

test('a deleted user gets no message; the shop does', async () => {
  const { db, order, sent, buyer } = await paidShop()
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, buyer.id))
  await queueCancellationMails(db, order._id)
  const messages = [...(await sent()).values()]
  expect(messages.map(({ to, replyTo }) => [to, replyTo])).toEqual([
    [SHOP, SHOP],
    [SHOP, SHOP],
  ])
})

test.for([
  ['I', 'I’ll pack your pieces'],
  ['we', 'We’ll pack your pieces'],
] as const)(
  'the messages of a shop that writes as %s use that voice, and replies reach it',
  async ([voice, phrase]) => {
    const { post, sent, to } = await paidShop({ voice })
    await post('/api/users/forgot-password', { email: to })
    const messages = [...(await sent()).values()].filter((message) => message.to === to)
    expect(messages.map(({ replyTo }) => replyTo)).toEqual([SHOP, SHOP])
    expect(messages.find(({ subject }) => subject.startsWith('Demo: Your order'))?.text).toContain(phrase)
  },
)
