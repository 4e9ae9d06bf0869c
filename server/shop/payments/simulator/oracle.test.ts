// Square's own client against the simulator: if it is content, the simulator does not merely agree with our client.
import { randomUUID } from 'node:crypto'
import { type Square, SquareClient } from 'square'
import { expect, test } from 'vitest'
import { contractFetch } from '#server/testing/square-contract.ts'
import { testSimulator } from '#server/testing/test-simulator.ts'

async function client() {
  const simulator = await testSimulator()
  const open = (token = simulator.accessToken) =>
    new SquareClient({ token, baseUrl: simulator.baseUrl, maxRetries: 0, fetch: contractFetch })
  const { payments, refunds, locations } = open()
  /** A new payment. */
  async function create(fields?: Partial<Square.CreatePaymentRequest>) {
    const { payment } = await payments.create(newPayment(fields))
    return { ...payment, id: payment?.id ?? '' }
  }
  return { payments, refunds, locations, locationId: simulator.locationId, open, create }
}

const newPayment = (fields: Partial<Square.CreatePaymentRequest> = {}): Square.CreatePaymentRequest => ({
  sourceId: 'cnon:card-nonce-ok',
  idempotencyKey: randomUUID(),
  amountMoney: { amount: 1055n, currency: 'USD' },
  autocomplete: false,
  delayDuration: 'PT24H',
  delayAction: 'CANCEL',
  locationId: 'LSIMULATOR',
  referenceId: 'order-1',
  note: 'Order 1',
  ...fields,
})

test('it holds, reads and takes a payment', async () => {
  const { payments, create } = await client()
  const payment = await create()
  expect(payment).toMatchObject({
    status: 'APPROVED',
    amountMoney: { amount: 1055n, currency: 'USD' },
    approvedMoney: { amount: 1055n },
    referenceId: 'order-1',
    cardDetails: { status: 'AUTHORIZED', card: { cardBrand: 'VISA', last4: '1111' } },
  })
  expect((await payments.get({ paymentId: payment.id })).payment).toEqual(payment)
  const completion = await payments.complete({ paymentId: payment.id })
  expect(completion.payment).toMatchObject({ status: 'COMPLETED', cardDetails: { status: 'CAPTURED' } })
})

test('it cancels a payment, by its id and by its key', async () => {
  const { payments, create } = await client()
  const payment = await create()
  expect((await payments.cancel({ paymentId: payment.id })).payment?.status).toBe('CANCELED')
  const idempotencyKey = randomUUID()
  const other = await create({ idempotencyKey })
  expect(await payments.cancelByIdempotencyKey({ idempotencyKey })).toEqual({})
  expect((await payments.get({ paymentId: other.id })).payment?.status).toBe('CANCELED')
  expect(await payments.cancelByIdempotencyKey({ idempotencyKey: 'nobody-s' })).toEqual({})
})

test('it walks through all pages of the list', async () => {
  const { payments, create } = await client()
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.unshift((await create()).id)
  const page = await payments.list({ limit: 3, locationId: 'LSIMULATOR', beginTime: '2020-01-01T00:00:00Z' })
  expect(page.data).toHaveLength(3)
  expect(page.hasNextPage()).toBe(true)
  const seenIds: unknown[] = []
  for await (const { id } of page) seenIds.push(id)
  expect(seenIds).toEqual(ids)
})

test('it gives money back, and reads the refund', async () => {
  const { payments, refunds, create } = await client()
  const payment = await create({ autocomplete: true, delayDuration: undefined })
  const { refund } = await refunds.refundPayment({
    idempotencyKey: randomUUID(),
    paymentId: payment.id,
    amountMoney: { amount: 500n, currency: 'USD' },
    reason: 'Broken',
  })
  expect(refund).toMatchObject({ status: 'PENDING', paymentId: payment.id, amountMoney: { amount: 500n } })
  expect((await refunds.get({ refundId: refund?.id ?? '' })).refund?.status).toBe('COMPLETED')
  expect((await payments.get({ paymentId: payment.id })).payment).toMatchObject({
    refundIds: [refund?.id],
    refundedMoney: { amount: 500n, currency: 'USD' },
  })
})

test('it understands a decline, a reused key and a wrong token', async () => {
  const { payments, open } = await client()
  const idempotencyKey = randomUUID()
  const declinedPayment = payments.create(newPayment({ idempotencyKey, sourceId: 'cnon:card-nonce-declined' }))
  await expect(declinedPayment).rejects.toMatchObject({
    statusCode: 402,
    errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' }],
    body: { payment: { status: 'FAILED' } },
  })
  await expect(payments.create(newPayment({ idempotencyKey }))).rejects.toMatchObject({
    statusCode: 400,
    errors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }],
  })
  await expect(open('guess').payments.create(newPayment())).rejects.toMatchObject({
    statusCode: 401,
    errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }],
  })
})

test('it reads the location', async () => {
  const { locations, locationId } = await client()
  expect((await locations.get({ locationId })).location).toMatchObject({
    status: 'ACTIVE',
    currency: 'USD',
    capabilities: ['CREDIT_CARD_PROCESSING'],
  })
  expect((await locations.list({})).locations).toEqual([expect.objectContaining({ id: locationId })])
})
