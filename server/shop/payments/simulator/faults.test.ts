import { expect, test } from 'vitest'
import { webhookEvents } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { type Body, paymentRequest, testSimulator } from '#server/testing/test-simulator.ts'
import { SECRET } from '#server/testing/webhooks.ts'

/** What a caller makes of an answer. */
async function readingOf(reply: Promise<Response>) {
  try {
    const { status, headers, ...rest } = await reply.then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text().catch(() => undefined),
    }))
    return { status, type: headers.get('content-type')?.split(';')[0], wait: headers.get('retry-after'), ...rest }
  } catch (error) {
    return { failure: (error as Error).name }
  }
}

const json = 'application/json'

test.for([
  ['no answer', { hang: true }, { failure: 'TimeoutError' }],
  ['a broken connection', { reset: true }, { failure: 'TypeError' }],
  ['headers and nothing more', { stall: true }, { status: 200, type: json, text: undefined }],
  ['half an answer', { cutOff: true }, { status: 200, type: json, text: expect.stringMatching(/^\{"paym.*[^}]$/) }],
  ['a page', { html: 502 }, { status: 502, type: 'text/html', text: expect.stringContaining('<html>') }],
  ['an empty answer', { empty: true }, { status: 200, type: json, text: '{}' }],
  ['a fault', { status: 500 }, { status: 500, text: expect.stringContaining('INTERNAL_SERVER_ERROR') }],
  ['too many', { status: 429, retryAfter: 2 }, { wait: '2', text: expect.stringContaining('RATE_LIMITED') }],
] as const)('%s, before the payment and after it', async ([, effect, reading]) => {
  const { raw, faults, payments } = await testSimulator()
  const patience = 'hang' in effect || 'stall' in effect ? 1_000 : 10_000
  const pay = () => readingOf(raw('POST', '/v2/payments', paymentRequest(), { signal: AbortSignal.timeout(patience) }))
  await faults([{ on: 'createPayment', when: 'before', do: effect }])
  expect(await pay()).toMatchObject(reading)
  expect(await payments()).toHaveLength(0)
  await faults([{ on: 'createPayment', when: 'after', do: effect }])
  expect(await pay()).toMatchObject(reading)
  await expect.poll(payments).toMatchObject([{ status: 'APPROVED' }])
})

test('a fault strikes as often as it is told, the next one after it, and only where it is told', async () => {
  const { call, faults } = await testSimulator()
  await faults([
    { on: 'createPayment', times: 2, do: { status: 503 } },
    { on: 'createPayment', times: 1, do: { status: 429 } },
  ])
  expect((await call('GET', '/v2/payments')).status).toBe(200)
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await call('POST', '/v2/payments', paymentRequest())).status)
  expect(statuses).toEqual([503, 503, 429, 200])
  await faults([{ on: 'any', do: { status: 500 } }])
  expect((await call('GET', '/v2/payments')).status).toBe(500)
  await faults([])
  expect((await call('GET', '/v2/payments')).status).toBe(200)
})

test('a payment that was slow on its way lands after it was cancelled by its key', async () => {
  const { call, raw, faults, payments, calls } = await testSimulator()
  await faults([{ on: 'createPayment', do: { wait: true } }])
  const body = paymentRequest()
  const patience = new AbortController()
  const reply = raw('POST', '/v2/payments', body, { signal: patience.signal })
  await expect.poll(async () => (await calls()).waiting.createPayment).toBe(1)
  patience.abort()
  await expect(reply).rejects.toThrow()
  expect(await call('POST', '/v2/payments/cancel', { idempotency_key: body.idempotency_key })).toMatchObject({
    status: 200,
    body: {},
  })
  expect(await payments()).toHaveLength(0)
  await faults([])
  await expect.poll(payments).toMatchObject([{ status: 'APPROVED', idempotency_key: body.idempotency_key }])
  await expect.poll(async () => (await calls()).waiting.createPayment).toBe(0)
})

test.for([
  [{ approved_money: { amount: 1054, currency: 'USD' } }],
  [{ amount_money: { amount: 1055, currency: 'CAD' } }],
  [{ location_id: 'LOTHER' }],
  [{ status: 'PENDING' }],
  [{ status: 'COMPLETED' }],
] as const)('the payment is altered to %o, in the answer and in the database', async ([alter]) => {
  const { call, get, faults } = await testSimulator()
  await faults([{ on: 'createPayment', times: 1, do: { alter } }])
  const body = paymentRequest()
  const { body: first } = await call('POST', '/v2/payments', body)
  expect(first.payment).toMatchObject(alter)
  expect((await get(`/v2/payments/${first.payment?.id}`)).body).toEqual(first)
  expect((await call('POST', '/v2/payments', body)).body.payment).toMatchObject(alter)
})

test('a location and a refund are altered too', async () => {
  const { call, get, faults, locationId } = await testSimulator()
  await faults([
    { on: 'getLocation', do: { alter: { status: 'INACTIVE' } } },
    { on: 'createRefund', do: { alter: { status: 'REJECTED' } } },
  ])
  expect((await get(`/v2/locations/${locationId}`)).body.location?.status).toBe('INACTIVE')
  const { body } = await call('POST', '/v2/payments', paymentRequest({ autocomplete: true }))
  const refund = { idempotency_key: 'r', payment_id: body.payment?.id, amount_money: { amount: 5, currency: 'USD' } }
  const { body: refusal } = await call('POST', '/v2/refunds', refund)
  expect(refusal.refund?.status).toBe('REJECTED')
  expect((await get(`/v2/refunds/${refusal.refund?.id}`)).body).toEqual(refusal)
})

test('any card can be declined: the payment has failed, and the key is spent', async () => {
  const { call, get, faults } = await testSimulator()
  await faults([{ on: 'createPayment', times: 1, do: { decline: 'TRANSACTION_LIMIT' } }])
  const body = paymentRequest()
  const decline = await call('POST', '/v2/payments', body)
  expect(decline).toMatchObject({
    status: 402,
    body: { errors: [{ code: 'TRANSACTION_LIMIT' }], payment: { status: 'FAILED' } },
  })
  expect((await get(`/v2/payments/${decline.body.payment?.id}`)).body.payment).toEqual(decline.body.payment)
  expect(await call('POST', '/v2/payments', body)).toMatchObject({ status: 402, body: decline.body })
  expect(await call('POST', '/v2/payments', { ...body, note: 'again' })).toMatchObject({
    body: { errors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] },
  })
})

test('the list lags behind', async () => {
  const { call, get, faults } = await testSimulator()
  await faults([{ on: 'listPayments', do: { lag: 3_000 } }])
  await call('POST', '/v2/payments', paymentRequest())
  expect((await get('/v2/payments')).body).toEqual({})
  const payments = async () => (await get('/v2/payments')).body.payments ?? []
  await expect.poll(payments).toHaveLength(1)
})

test('the list has short pages, and each repeats a row', async () => {
  const { call, get, faults } = await testSimulator()
  await faults([
    { on: 'listPayments', do: { pageSize: 2 } },
    { on: 'listPayments', do: { repeatRow: true } },
  ])
  for (let i = 0; i < 5; i++) await call('POST', '/v2/payments', paymentRequest())
  const pages: string[][] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const { body }: { body: Body } = await get(`/v2/payments${cursor && `?cursor=${cursor}`}`)
    pages.push((body.payments ?? []).map(({ id }) => id))
    cursor = body.cursor
  }
  expect(pages.map((page) => page.length)).toEqual([2, 3, 2])
  expect(pages.slice(1).map(([first]) => first)).toEqual(pages.slice(0, -1).map((page) => page.at(-1)))
  expect(new Set(pages.flat()).size).toBe(5)
})

test('requests are counted, and those that wait', async () => {
  const { call, raw, faults, calls, forgetCalls } = await testSimulator()
  await call('POST', '/v2/payments', paymentRequest())
  await faults([{ on: 'getPayment', do: { hang: true } }])
  const patience = new AbortController()
  const reply = raw('GET', '/v2/payments/any', undefined, { signal: patience.signal })
  await expect.poll(calls).toMatchObject({ seen: { createPayment: 1, getPayment: 1 }, waiting: { getPayment: 1 } })
  patience.abort()
  await expect(reply).rejects.toThrow()
  await expect.poll(async () => (await calls()).waiting.getPayment).toBe(0)
  await forgetCalls()
  expect((await calls()).seen.createPayment).toBe(0)
})

test('a held payment is voided in the dashboard', async () => {
  const { call, get, voidPayment } = await testSimulator()
  const { body } = await call('POST', '/v2/payments', paymentRequest())
  await voidPayment(body.payment?.id ?? '')
  expect((await get(`/v2/payments/${body.payment?.id}`)).body.payment?.status).toBe('CANCELED')
  await expect(voidPayment('nobody')).rejects.toThrow('NOT_FOUND')
})

test('what is asked of a simulator happens to the shop before it', async () => {
  const shop = await testCheckout({ webhook: SECRET })
  const { faults, calls, sendWebhooks } = simulatorBehind(shop.shop.gateway)
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  await sendWebhooks({ ...SECRET, target: `${address}/api/webhooks/square` })
  await faults([{ on: 'createPayment', times: 1, do: { decline: 'INSUFFICIENT_FUNDS' } }])
  const order = await shop.placed(await product(shop.db))
  expect((await shop.pay(order)).json()).toMatchObject({ code: 'card_declined' })
  expect((await shop.pay(order)).statusCode).toBe(200)
  expect((await calls()).seen).toMatchObject({ createPayment: 2, completePayment: 1 })
  const eventCount = () => shop.db.$count(webhookEvents)
  await expect.poll(eventCount).toBe(3)
})

test.for([
  ['an operation nobody knows', { on: 'payEverything', do: { hang: true } }],
  ['two deeds at once', { on: 'any', do: { hang: true, delay: 5 } }],
  ['a list with a decline', { on: 'listPayments', do: { decline: 'CVV_FAILURE' } }],
  ['an alteration before there is something', { on: 'createPayment', when: 'before', do: { alter: {} } }],
  ['a webhook that hangs', { on: 'webhook', do: { hang: true } }],
  ['a payment sent twice', { on: 'createPayment', do: { duplicate: 2 } }],
] as const)('%s is no fault', async ([, fault]) => {
  const { raw } = await testSimulator()
  expect((await raw('PUT', '/simulator/faults', [fault])).status).toBe(400)
})
