import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { fileMailer } from '#server/platform/outbox/file-mailer.ts'
import type { Mailer } from '#server/platform/outbox/message.ts'
import { MOST_TRIES, queueMails } from '#server/platform/outbox/outbox.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { smtpMailer } from '#server/platform/outbox/smtp-mailer.ts'
import { queueCancellationMails } from '#server/shop/notifications/order-notifications.ts'
import { recordDiscrepancy } from '#server/shop/payments/record-discrepancy.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { type MailFault, mailServer } from '#server/testing/mail-server.ts'
import { readMessage } from '#server/testing/messages.ts'
import { type MailContext, sendDueMails, startMailJob } from './send-messages.ts'

/**
 * A shop whose shopper, of that name, has paid two pens at $5, with its mail context. The seller has turned messages
 * about orders off.
 */
async function paidShop(name = 'Ann Shopper') {
  const checkout = await testCheckout()
  const { db, app, buyer, shop } = checkout
  await db.update(users).set({ name }).where(eq(users.id, buyer.id))
  await saveSettings(db, { name: 'Rosas Pots', email: 'rosa@pots.example', orderMails: false })
  const { id } = await product(db, { priceCents: 500, name: 'Walnut <Pen>' })
  const order = await checkout.placed({ id, pieces: 2 })
  expect((await checkout.pay(order)).statusCode).toBe(200)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-outbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mailer = fileMailer(folder, 'orders@shop.example', app.log)
  const post: MailContext = { db, mailer, shopUrl: shop.shopUrl, log: app.log }
  return { ...checkout, post, folder, order }
}

const makeAllDue = (db: MailContext['db']) => db.update(outbox).set({ nextTryAt: sql`now()` })

/** A mailer that records its messages, and fails the first `failures` times. */
function countingMailer(failures = 0) {
  const subjects: string[] = []
  let failuresLeft = failures
  const mailer: Mailer = {
    async send(key) {
      if (failuresLeft-- > 0) throw new Error('The mail server is away.')
      subjects.push(key)
    },
    close() {},
  }
  return { sent: subjects, mailer }
}

const receiptIn = async (folder: string, { _id }: { _id: string }) =>
  readMessage(await readFile(join(folder, `receipt-${_id}.eml`), 'utf8'))

test('a paid order leads to one receipt with its figures, in plain text and HTML', async () => {
  const { post, folder, buyer, order } = await paidShop()
  await sendDueMails(post)
  await sendDueMails(post)
  expect(await readdir(folder)).toEqual([`receipt-${order._id}.eml`])
  const { headers, text, html } = await receiptIn(folder, order)
  expect(headers).toMatchObject({
    to: buyer.email,
    from: 'Rosas Pots <orders@shop.example>',
    'message-id': `<receipt-${order._id}@shop.example>`,
    'reply-to': 'rosa@pots.example',
    'auto-submitted': 'auto-generated',
  })
  const figures = ['2 × Walnut <Pen>: $10.00', 'Items: $10.00', `Total: $${order.totalPrice.toFixed(2)}`]
  for (const line of figures) expect(text).toContain(line)
  expect(text).toContain(`http://shop.test/order/${order._id}`)
  expect(html).toContain('Walnut &lt;Pen&gt;')
  expect(html).not.toMatch(/<(script|link|iframe)|<pen|url\(/i)
})

test('a receipt greets its buyer by the first name, and is addressed with the whole one', async () => {
  const { post, folder, order } = await paidShop('Jane Doe')
  await sendDueMails(post)
  const { text, html } = await receiptIn(folder, order)
  expect(text).toContain(' Thank you, Jane! Payment received.')
  expect(text).toContain('Shipping to:\nJane Doe\n')
  expect(html).toContain('Thank you, Jane!')
})

test('a name with line breaks, quotes, umlauts and HTML stays plain text', { tags: ['X10'] }, async () => {
  const { post, folder, order } = await paidShop('Jürgen "J"\r\nBcc: eve@evil.example\r\n<script>alert(1)</script>')
  await sendDueMails(post)
  const { headers, text, html } = await receiptIn(folder, order)
  expect(headers).not.toHaveProperty('bcc')
  expect(text).toContain('Jürgen "J" Bcc: eve@evil.example')
  expect(html).toContain('Jürgen &quot;J&quot;')
  expect(html).not.toContain('<script')
})

test.for([
  [{}, [], ['Shipped with', 'Tracking', 'Track your']],
  [{ carrier: 'DHL' }, ['Shipped with DHL.'], ['Tracking', 'Track your']],
  [{ trackingNumber: 'AB 12' }, ['Tracking number: AB 12'], ['Shipped with', 'Track your']],
  [
    { carrier: 'USPS', trackingNumber: '9400 1' },
    ['Shipped with USPS. Tracking number: 9400 1', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201'],
    [],
  ],
] as const)('the shipping notice of a parcel with %j says so', async ([shipment, expectedText, absentText]) => {
  const { post, db, put, folder, order } = await paidShop()
  await sendDueMails(post)
  const { token } = await admin(db)
  const answer = await put(`/api/orders/${order._id}/shipped`, shipment, token)
  await makeAllDue(db)
  await sendDueMails(post)
  const [parcel] = answer.json().parcels
  const { text, html, headers } = readMessage(await readFile(join(folder, `shipped-${parcel._id}.eml`), 'utf8'))
  expect(headers.subject).toBe(`Demo: Your order ${order.number} is on its way`)
  for (const words of expectedText) for (const form of [text, html]) expect(form).toContain(words)
  for (const words of absentText) for (const form of [text, html]) expect(form).not.toContain(words)
  expect(await readFile(join(folder, `receipt-${order._id}.eml`), 'utf8')).not.toContain('Shipped with')
})

test('two concurrent workers send each message once', async () => {
  const { post } = await paidShop()
  const { sent, mailer } = countingMailer()
  await Promise.all([1, 2, 3].map(() => sendDueMails({ ...post, mailer })))
  expect(sent).toHaveLength(1)
})

test('a message that cannot be sent stays queued and is retried', async () => {
  const { post, db } = await paidShop()
  const { sent, mailer } = countingMailer(2)
  for (const _ of [1, 2]) {
    await sendDueMails({ ...post, mailer })
    await sendDueMails({ ...post, mailer })
    expect(sent).toEqual([])
    await makeAllDue(db)
  }
  await sendDueMails({ ...post, mailer })
  expect(sent).toHaveLength(1)
  expect(await db.select().from(outbox).where(eq(outbox.kind, 'receipt'))).toMatchObject([
    { tries: 3, doneAt: expect.any(Date) },
  ])
})

/** A paid order whose first message meets this fault of the mail server, and the seller's view of the discrepancy. */
async function paidWithFault(fault?: MailFault) {
  const shop = await paidShop()
  const { port, received } = await mailServer({ faults: fault ? [fault] : [] })
  const mailer = smtpMailer(`smtp://localhost:${fault ? port : 1}`, 'orders@shop.example')
  onTestFinished(() => mailer.close())
  const { token } = await admin(shop.db)
  const openDiscrepancies = async () => (await shop.get('/api/discrepancies', token)).json().discrepancies
  const timeline = async () => (await shop.get(`/api/orders/${shop.order._id}/timeline`, token)).json()
  return { ...shop, received, listed: openDiscrepancies, timeline, send: () => sendDueMails({ ...shop.post, mailer }) }
}

test('a receipt that the mail server refuses permanently is given up, and the seller sees it', async () => {
  const { db, order, send, received, listed, timeline } = await paidWithFault('recipient for good')
  await send()
  expect(await listed()).toMatchObject([
    {
      title: 'A message could not be delivered',
      happened: expect.stringMatching(/^The receipt was not delivered. The mail server refused it/),
      order: { number: order.number },
      reference: `receipt-${order._id}`,
      closed: null,
    },
  ])
  expect((await timeline()).map(({ text }: { text: string }) => text)).toContain('Receipt could not be delivered.')
  await makeAllDue(db)
  await send()
  expect(received).toEqual([])
  expect(await listed()).toHaveLength(1)
})

test('a message that the server refuses temporarily is given up after five days of retries, not earlier', async () => {
  const { db, send, listed } = await paidWithFault()
  await db.update(outbox).set({ tries: MOST_TRIES - 2, nextTryAt: sql`now()` })
  await send()
  expect(await listed()).toEqual([])
  await makeAllDue(db)
  await send()
  expect(await listed()).toMatchObject([
    { happened: 'The receipt was not delivered. The mail server did not take it in five days.' },
  ])
  expect(await db.$count(outbox, sql`done_at is null`)).toBe(0)
})

test.for([
  ['cancel_request', 'The message to you that a buyer asks to cancel', 'the shop’s own'],
  ['cancel_declined', 'The answer about canceling', 'the buyer’s'],
  ['readdressed', 'The message about a new shipping address', 'the buyer’s'],
] as const)('of a refused %s the seller reads its name and whose address to check', async ([kind, name, whose]) => {
  const { db, order, send, listed } = await paidWithFault('recipient for good')
  await saveSettings(db, { name: 'Rosas Pots', email: 'rosa@pots.example', orderMails: true })
  await db.update(outbox).set({ doneAt: sql`now()` })
  await queueMails(db, [{ kind, dedupeKey: `${kind}-1`, payload: { orderId: order._id } }])
  await send()
  const [{ happened }] = await listed()
  expect(happened).toContain(`${name} was not delivered.`)
  expect(happened).toContain(`${whose} address`)
})

test('an unsent message about a discrepancy does not become another discrepancy', async () => {
  const { db, app, send, listed } = await paidWithFault('recipient for good')
  await send()
  await saveSettings(db, { orderMails: true })
  await recordDiscrepancy({ db, log: app.log }, 'amount_differs', 'payment-1', {})
  await db.update(outbox).set({ nextTryAt: sql`now()`, tries: MOST_TRIES }).where(eq(outbox.kind, 'discrepancy'))
  await sendDueMails({ db, mailer: countingMailer(1).mailer, shopUrl: 'http://shop.test', log: app.log })
  expect((await listed()).map(({ reference }: { reference: string }) => reference)).toEqual([
    expect.stringMatching(/^receipt-/),
    'payment-1',
  ])
  expect(await db.$count(outbox, sql`done_at is null`)).toBe(0)
})

test('after a crash between sending a message and marking it, the message is sent a second time and never again', async () => {
  const { post, db, folder } = await paidShop()
  const { sent, mailer } = countingMailer()
  const both: Mailer = {
    ...mailer,
    send: (key, message) => Promise.all([mailer.send(key, message), post.mailer.send(key, message)]).then(),
  }
  const killedMailer: Mailer = {
    ...mailer,
    send: (key, message) => mailer.send(key, message).then(() => Promise.reject(new Error('killed'))),
  }
  await sendDueMails({ ...post, mailer: killedMailer })
  await makeAllDue(db)
  for (const _ of [1, 2]) {
    await sendDueMails({ ...post, mailer: both })
    await makeAllDue(db)
  }
  expect(sent).toHaveLength(2)
  expect(await readdir(folder)).toHaveLength(1)
})

test('the receipt of an order that was deleted after its payment is sent; a deleted user has no address for one', async () => {
  const { post, db, buyer } = await paidShop()
  const { sent, mailer } = countingMailer()
  await db.update(orders).set({ deletedAt: new Date() })
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, buyer.id))
  await sendDueMails({ ...post, mailer })
  expect(sent).toEqual([])
  await db.update(users).set({ deletedAt: null })
  await db.update(outbox).set({ doneAt: null, nextTryAt: sql`now()` })
  await sendDueMails({ ...post, mailer })
  expect(sent).toHaveLength(1)
})

test('the shop sends due messages from start to stop', async () => {
  const { post, folder } = await paidShop()
  const mailing = startMailJob(post)
  await expect.poll(() => readdir(folder)).toHaveLength(1)
  await mailing.stop()
})

test('what a shop that closes has claimed and not sent is due at once, as if untried', async () => {
  const { post, db, order } = await paidShop()
  await queueCancellationMails(db, order._id)
  const closing = new AbortController()
  const first = countingMailer()
  const mailer: Mailer = {
    async send(key, message) {
      await first.mailer.send(key, message)
      closing.abort()
    },
    close() {},
  }
  await sendDueMails({ ...post, mailer }, closing.signal)
  const next = countingMailer()
  await sendDueMails({ ...post, mailer: next.mailer })
  expect([...first.sent, ...next.sent].sort()).toEqual([`cancelled-${order._id}`, `receipt-${order._id}`])
  expect(first.sent).toHaveLength(1)
  expect(await db.$count(outbox, sql`tries <> 1 or done_at is null`)).toBe(0)
})
