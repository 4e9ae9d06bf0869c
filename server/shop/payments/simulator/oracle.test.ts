// Square's own client against the simulator: if it is content, the simulator does not merely agree with our client.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractFetch } from '#server/testing/square-contract.ts'
import { testSimulator } from '#server/testing/test-simulator.ts'

type Answer = {
  payment: { id: string; status: string; amountMoney: { amount: bigint }; refundIds?: string[]; cardDetails: object }
  refund: { id: string; status: string; paymentId: string }
}
type Page = AsyncIterable<{ id: string }> & { data: { id: string }[]; hasNextPage(): boolean }
type Call<Result = Answer> = (request: object) => Promise<Result>
type SquareClient = {
  payments: {
    create: Call
    get: Call
    complete: Call
    cancel: Call
    cancelByIdempotencyKey: Call<object>
    list: Call<Page>
  }
  refunds: { refundPayment: Call; get: Call }
  locations: { get: Call<{ location: object }>; list: Call<{ locations: object[] }> }
}
type Package = { SquareClient: new (options: object) => SquareClient }

const FOLDER = join(import.meta.dirname, '../../../../.cache/square-oracle')

/** Square's package, from where scripts/prepare.mjs puts it. Throws with the command that fetches it. */
function squarePackage(): Package {
  if (!existsSync(join(FOLDER, '.fetched')))
    throw new Error("Square's own client is missing here. Fetch it: node scripts/prepare.mjs --no-build --oracle")
  return createRequire(join(FOLDER, 'node_modules/'))('square')
}

async function client() {
  const square = squarePackage()
  const simulator = await testSimulator()
  const open = (token = simulator.accessToken) =>
    new square.SquareClient({ token, baseUrl: simulator.baseUrl, maxRetries: 0, fetch: contractFetch })
  const { payments, refunds, locations } = open()
  return { payments, refunds, locations, locationId: simulator.locationId, open }
}

const newPayment = (fields: object = {}) => ({
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
  const { payments } = await client()
  const { payment } = await payments.create(newPayment())
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
  const { payments } = await client()
  const { payment } = await payments.create(newPayment())
  expect((await payments.cancel({ paymentId: payment.id })).payment.status).toBe('CANCELED')
  const idempotencyKey = randomUUID()
  const { payment: other } = await payments.create(newPayment({ idempotencyKey }))
  expect(await payments.cancelByIdempotencyKey({ idempotencyKey })).toEqual({})
  expect((await payments.get({ paymentId: other.id })).payment.status).toBe('CANCELED')
  expect(await payments.cancelByIdempotencyKey({ idempotencyKey: 'nobody-s' })).toEqual({})
})

test('it walks through all pages of the list', async () => {
  const { payments } = await client()
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.unshift((await payments.create(newPayment())).payment.id)
  const page = await payments.list({ limit: 3, locationId: 'LSIMULATOR', beginTime: '2020-01-01T00:00:00Z' })
  expect(page.data).toHaveLength(3)
  expect(page.hasNextPage()).toBe(true)
  const seenIds: string[] = []
  for await (const { id } of page) seenIds.push(id)
  expect(seenIds).toEqual(ids)
})

test('it gives money back, and reads the refund', async () => {
  const { payments, refunds } = await client()
  const { payment } = await payments.create(newPayment({ autocomplete: true, delayDuration: undefined }))
  const { refund } = await refunds.refundPayment({
    idempotencyKey: randomUUID(),
    paymentId: payment.id,
    amountMoney: { amount: 500n, currency: 'USD' },
    reason: 'Broken',
  })
  expect(refund).toMatchObject({ status: 'PENDING', paymentId: payment.id, amountMoney: { amount: 500n } })
  expect((await refunds.get({ refundId: refund.id })).refund.status).toBe('COMPLETED')
  expect((await payments.get({ paymentId: payment.id })).payment).toMatchObject({
    refundIds: [refund.id],
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
