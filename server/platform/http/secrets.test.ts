import '#app/testing/program.ts'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openMonitoring } from '#app/server/monitoring/open-monitoring.ts'
import { readEnv } from '#server/env.ts'
import { smtpMailer } from '#server/platform/outbox/smtp-mailer.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { gatewayTo } from '#server/shop/payments/open-gateway.ts'
import { startSimulator } from '#server/shop/payments/simulator/simulator.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { type MailFault, mailServer } from '#server/testing/mail-server.ts'
import { readMessage, tokenIn } from '#server/testing/messages.ts'
import { figure } from '#server/testing/torture.ts'
import { traceCollector } from '#server/testing/trace-collector.ts'
import { eventOf, SECRET, signatureOf } from '#server/testing/webhooks.ts'

const PASSWORDS = ['canary of a password', 'canary of a wrong password', 'canary of a new password']
const DECLINED_CARD = 'cnon:card-nonce-declined'
const NAME = 'Canary Annabel'
const EMAIL = 'Canary.Ann@shopper.example'
const STREET = '42 Canary Street'
const ACCESS_TOKEN = 'EAAA-canary-of-an-access-token'

/** A shop with the most detailed log and traces, and all that it has logged, answered, mailed and traced. */
async function watchedShop() {
  const collector = await traceCollector()
  const { db, url } = await testDatabase()
  const gateway = gatewayTo(await startSimulator({ databaseUrl: url, accessToken: ACCESS_TOKEN }))
  onTestFinished(() => gateway.close())
  const log: string[] = []
  const logTo = { write: (line: string) => void log.push(line) }
  const { observe } = await openMonitoring(readEnv({}), { db, gateway })
  const context = { gateway, webhook: SECRET, rateLimits: true }
  const shop = await testApp(context, { logLevel: 'trace', logTo, observe })
  await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [] })
  const answers: { url: string; text: string }[] = []
  shop.app.addHook('onSend', async (request, _, payload) => {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : ''
    answers.push({ url: request.url, text })
    return payload
  })
  return { ...shop, log, answers, collector }
}

/** Uses every part of the shop, with valid and invalid requests, then with a database that fails. */
async function tour({ app, db, get, post, put, shop }: Awaited<ReturnType<typeof watchedShop>>) {
  const [password = '', wrong = '', newPassword = ''] = PASSWORDS
  const owner = await admin(db)
  // A shop without an address gets no messages about orders.
  await saveSettings(db, { email: 'rosa@pots.example' })
  const pen = await product(db, { qty: 9 })
  const { code } = await coupon(db)
  const ann = { name: NAME, email: EMAIL, password }
  await post('/api/users', { ...ann, email: 'no address' })
  const registration = (await post('/api/users', ann)).json()
  await post('/api/users', ann)
  await post('/api/users/login', { ...ann, password: wrong })
  await post('/api/users/login', { ...ann, password: `${wrong}`.padEnd(2_000, '!') })
  const first = (await post('/api/users/login', ann)).json()
  const second = (
    await put('/api/users/profile', { password: newPassword, currentPassword: password }, first.token)
  ).json()
  const { token } = second
  const tokens = [registration.token, first.token, token, owner.token]
  await get('/api/orders/myorders', `${token}x`)
  await post('/api/coupons/validate', { code, zip: '80202' }, token)
  await post('/api/coupons/validate', { code: 'GUESS', zip: '80202' }, token)
  const newOrder = {
    orderItems: [{ product: pen.id, qty: 1 }],
    shippingAddress: { ...ADDRESS, address: STREET },
    paymentMethod: 'Square',
  }
  const order = (await post('/api/orders', newOrder, token)).json()
  const press = { price: Math.round(order.totalPrice * 100), orderId: order._id }
  await post('/api/orders/processSquare', { ...press, sourceId: DECLINED_CARD }, token)
  await post('/api/orders/processSquare', { ...press, sourceId: 'cnon:no-such-card' }, token)
  const payment = (await post('/api/orders/processSquare', { ...press, sourceId: GOOD_CARD }, token)).json()
  await put(`/api/orders/${order._id}/pay`, { id: payment.id }, token)
  await put(`/api/orders/${order._id}/shipped`, undefined, owner.token)
  await post(`/api/orders/${order._id}/refund`, { restock: true }, owner.token)
  await post('/api/users/forgot-password', { email: ann.email })
  const mails = await deliver({ db, app, shop })
  const resets = mails.map(({ text }) => tokenIn(text)).filter(Boolean)
  const body = eventOf('COMPLETED', { paymentId: payment.id })
  for (const signature of [signatureOf(body), 'forged'])
    await app.inject({
      method: 'POST',
      url: '/api/webhooks/square',
      payload: body,
      headers: { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature },
    })
  const pages = ['/', '/shop', '/login', '/profile', `/order/${order._id}`, '/spaceships']
  for (const path of [...pages, `/reset-password/${resets[0]}`]) await get(path)
  await post('/api/users/logout', undefined, first.token)
  // From here on every query fails, with its statement and parameters in the error.
  for (const table of ['order_items', 'sessions', 'users']) {
    await db.execute(sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(`${table}_mislaid`)}`)
    await post('/api/orders', newOrder, token)
    await get('/api/orders/myorders', token)
    await post('/api/users', { ...ann, email: 'new@shopper.example' })
    await post('/api/users/login', ann)
  }
  return { tokens, resets, mails }
}

/**
 * Sends the due messages, first to a mail server that refuses and quotes each of them, then to one that accepts them.
 */
async function deliver({ db, app, shop }: Pick<Awaited<ReturnType<typeof watchedShop>>, 'db' | 'app' | 'shop'>) {
  const refusals: MailFault[] = ['sender', 'recipient', 'text', 'recipient for good', 'text for good']
  const unwilling = await mailServer({ faults: [...refusals, ...Array<MailFault>(30).fill('text')] })
  const willing = await mailServer()
  for (const { port } of [unwilling, willing]) {
    // The message about a shipment waits for half a minute, and a refused one for its next try.
    await db.execute(sql`update outbox set next_try_at = now()`)
    const mailer = smtpMailer(`smtp://localhost:${port}`, 'orders@shop.example')
    await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
    mailer.close()
  }
  return willing.received.map(({ raw }) => readMessage(raw))
}

test('a tour of the whole shop puts no secret into the log, the traces, or a response to anyone but its owner', {
  tags: ['O4', 'S15'],
}, async ({ task }) => {
  const shop = await watchedShop()
  const { tokens, resets, mails } = await tour(shop)
  const { log, answers } = shop
  const mailTexts = mails.map(({ headers, text }) => `${headers.to} ${text}`).join()
  for (const canary of [NAME, EMAIL, STREET, '/reset-password/']) expect(mailTexts).toContain(canary)
  expect(log.filter((line) => line.includes('An email could not be sent.')).length).toBeGreaterThan(mails.length)
  expect(log.length).toBeGreaterThan(60)
  const faults = log.filter((line) => line.includes('Failed query'))
  expect(faults.length).toBeGreaterThan(5)
  const [password = '', wrong = '', newPassword = ''] = PASSWORDS
  const never = [
    password,
    wrong,
    newPassword,
    GOOD_CARD,
    DECLINED_CARD,
    'cnon:no-such-card',
    SECRET.signatureKey,
    ACCESS_TOKEN,
    '$argon2',
  ]
  for (const secret of [...never, ...tokens, ...resets, STREET, NAME, EMAIL])
    expect(
      log.filter((line) => line.toLowerCase().includes(secret.toLowerCase())),
      secret,
    ).toEqual([])
  const { text: traceText, spans, refused } = await shop.collector.received()
  expect(refused).toEqual([])
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['render', 'job mail', 'mail receipt']))
  for (const secret of [...never, ...tokens, ...resets, STREET, NAME, EMAIL])
    expect(traceText.toLowerCase().includes(secret.toLowerCase()), secret).toBe(false)
  for (const secret of [...never, ...resets])
    expect(
      answers.filter(({ text }) => text.includes(secret)),
      secret,
    ).toEqual([])
  for (const token of tokens) {
    const urls = answers.filter(({ text }) => text.includes(token)).map(({ url }) => url)
    expect(urls.filter((url) => !/^\/api\/users(\/login|\/profile)?$/.test(url))).toEqual([])
    expect(answers.filter(({ url }) => url.includes(token))).toEqual([])
  }
  figure(
    task,
    `${log.length} lines at level trace, ${spans.length} spans, ${answers.length} answers, ${never.length + tokens.length + resets.length + 3} secrets, 0 found`,
  )
})
