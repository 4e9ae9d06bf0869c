import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/app.ts'
import { startSimulator } from './simulator.ts'

type Body = {
  payment?: Record<string, unknown>
  errors?: { code: string }[]
  payments?: { id: string }[]
  cursor?: string
}

const description = JSON.parse(await readFile(new URL('../square-openapi.json', import.meta.url), 'utf8'))
const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
ajv.addSchema(withoutNullableRefs(description), 'square')

/** Ajv refuses `nullable` beside `$ref`, which Square's description has in many places. */
function withoutNullableRefs(part: unknown): object {
  return JSON.parse(JSON.stringify(part), (_, value) =>
    value?.$ref && value.nullable ? { anyOf: [{ $ref: value.$ref }, { type: 'null' }] } : value,
  )
}

/** What is wrong with an answer, by Square's own description; null when nothing is. */
function faultOf(schema: string, body: unknown) {
  const validate = ajv.getSchema(`square#/components/schemas/${schema}`)
  if (!validate) throw new Error(`There is no schema ${schema}.`)
  return validate(body) ? null : validate.errors
}

async function simulator() {
  const { url } = await testDatabase()
  const running = await startSimulator({ databaseUrl: url })
  onTestFinished(() => running.stop())
  const call = async (method: string, path: string, body?: object, token = running.accessToken) => {
    const reply = await fetch(`${running.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: reply.status, body: (await reply.json()) as Body & { refund?: { id: string; status: string } } }
  }
  return { url, call, locationId: running.locationId, get: (path: string) => call('GET', path) }
}

let keys = 0
const request = (fields: object = {}) => ({
  source_id: 'cnon:card-nonce-ok',
  idempotency_key: `key-${++keys}`,
  amount_money: { amount: 1055, currency: 'USD' },
  autocomplete: false,
  delay_duration: 'PT24H',
  reference_id: 'order-1',
  ...fields,
})

test('a payment is held, taken and given back, each answer as Square describes it', async () => {
  const { call, get, locationId } = await simulator()
  const held = await call('POST', '/v2/payments', request())
  expect(held).toMatchObject({
    status: 200,
    body: { payment: { status: 'APPROVED', approved_money: { amount: 1055 }, location_id: locationId } },
  })
  expect(faultOf('CreatePaymentResponse', held.body)).toBeNull()
  const path = `/v2/payments/${held.body.payment?.id}`
  const taken = await call('POST', `${path}/complete`, {})
  expect(taken).toMatchObject({ status: 200, body: { payment: { status: 'COMPLETED' } } })
  expect(faultOf('CompletePaymentResponse', taken.body)).toBeNull()
  expect(faultOf('GetPaymentResponse', (await get(path)).body)).toBeNull()

  const refund = {
    idempotency_key: 'refund',
    payment_id: held.body.payment?.id,
    amount_money: { amount: 1000, currency: 'USD' },
  }
  const refunded = await call('POST', '/v2/refunds', refund)
  expect(refunded).toMatchObject({ status: 200, body: { refund: { status: 'PENDING' } } })
  expect(faultOf('RefundPaymentResponse', refunded.body)).toBeNull()
  expect(await call('POST', '/v2/refunds', refund)).toEqual(refunded)
  const seen = await get(`/v2/refunds/${refunded.body.refund?.id}`)
  expect(seen.body.refund?.status).toBe('COMPLETED')
  expect(faultOf('GetPaymentRefundResponse', seen.body)).toBeNull()
  const more = await call('POST', '/v2/refunds', { ...refund, idempotency_key: 'more' })
  expect(more).toMatchObject({ status: 400, body: { errors: [{ code: 'REFUND_AMOUNT_INVALID' }] } })
  expect((await get(path)).body.payment).toMatchObject({ refunded_money: { amount: 1000 } })
})

test.for([
  ['cnon:card-nonce-declined', 402, 'GENERIC_DECLINE'],
  ['cnon:card-nonce-rejected-cvv', 402, 'CVV_FAILURE'],
  ['cnon:card-nonce-rejected-postalcode', 402, 'ADDRESS_VERIFICATION_FAILURE'],
  ['cnon:card-nonce-rejected-expiration', 402, 'INVALID_EXPIRATION'],
  ['cnon:gift-card-nonce-insufficient-funds', 402, 'INSUFFICIENT_FUNDS'],
  ['cnon:gift-card-nonce-insufficient-permission', 402, 'INSUFFICIENT_PERMISSIONS'],
  ['cnon:card-nonce-already-used', 400, 'CARD_TOKEN_USED'],
  ['cnon:nobody-knows', 404, 'NOT_FOUND'],
] as const)('%s answers %d %s', async ([source_id, status, code]) => {
  const { call } = await simulator()
  const reply = await call('POST', '/v2/payments', request({ source_id }))
  expect(reply).toMatchObject({ status, body: { errors: [{ code }] } })
  expect(faultOf('CreatePaymentResponse', reply.body)).toBeNull()
})

test.for([
  ['without an amount', { amount_money: undefined }, 'MISSING_REQUIRED_PARAMETER'],
  ['a fraction of a cent', { amount_money: { amount: 10.5, currency: 'USD' } }, 'INVALID_VALUE'],
  ['another currency', { amount_money: { amount: 10, currency: 'EUR' } }, 'INVALID_VALUE'],
  ['a key of 46 characters', { idempotency_key: 'k'.repeat(46) }, 'VALUE_TOO_LONG'],
  ['a reference of 41 characters', { reference_id: 'r'.repeat(41) }, 'VALUE_TOO_LONG'],
  ['a field nobody knows', { colour: 'red' }, 'UNKNOWN_BODY_PARAMETER'],
  ['a delay of ten seconds', { delay_duration: 'PT10S' }, 'INVALID_VALUE'],
  ['a location that is not ours', { location_id: 'LOTHER' }, 'NOT_FOUND'],
] as const)('a payment with %s is refused', async ([, fields, code]) => {
  const { call } = await simulator()
  expect((await call('POST', '/v2/payments', request(fields))).body.errors).toMatchObject([{ code }])
})

test('a key pays once: the same body gets the first answer, another one is refused', async () => {
  const { call } = await simulator()
  const body = request()
  const all = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/v2/payments', body)))
  expect(new Set(all.map((reply) => reply.body.payment?.id)).size).toBe(1)
  const other = await call('POST', '/v2/payments', { ...body, source_id: 'cnon:gift-card-nonce-ok' })
  expect(other).toMatchObject({ status: 400, body: { errors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] } })
})

test('a hold is cancelled by its key, also when there is none; money that was taken is not', async () => {
  const { call, get } = await simulator()
  const body = request()
  const { body: held } = await call('POST', '/v2/payments', body)
  const cancel = (idempotency_key: string) => call('POST', '/v2/payments/cancel', { idempotency_key })
  expect(await cancel(body.idempotency_key)).toEqual({ status: 200, body: {} })
  expect((await get(`/v2/payments/${held.payment?.id}`)).body.payment).toMatchObject({ status: 'CANCELED' })
  expect(await cancel('never-seen')).toEqual({ status: 200, body: {} })
  expect(await call('POST', `/v2/payments/${held.payment?.id}/complete`, {})).toMatchObject({ status: 400 })

  const atOnce = request({ autocomplete: true, delay_duration: undefined })
  expect((await call('POST', '/v2/payments', atOnce)).body.payment).toMatchObject({ status: 'COMPLETED' })
  expect(await cancel(atOnce.idempotency_key)).toMatchObject({ status: 400 })
})

test('payments are listed page by page, newest first, none twice', async () => {
  const { call, get, locationId } = await simulator()
  for (let i = 0; i < 5; i++) await call('POST', '/v2/payments', request())
  const seen: string[] = []
  let path: string | undefined = `/v2/payments?limit=2&location_id=${locationId}`
  while (path) {
    const { body }: { body: Body } = await get(path)
    expect(faultOf('ListPaymentsResponse', body)).toBeNull()
    seen.push(...(body.payments ?? []).map(({ id }) => id))
    path = body.cursor && `/v2/payments?limit=2&cursor=${body.cursor}`
  }
  expect(new Set(seen).size).toBe(5)
  const backwards = await get('/v2/payments?sort_order=ASC')
  expect(backwards.body.payments?.map(({ id }) => id)).toEqual(seen.toReversed())
})

test('payments outlive the simulator, and two of them share the books', async () => {
  const { url, call } = await simulator()
  const { body } = await call('POST', '/v2/payments', request())
  const other = await startSimulator({ databaseUrl: url })
  onTestFinished(() => other.stop())
  const seen = await fetch(`${other.baseUrl}/v2/payments/${body.payment?.id}`, {
    headers: { authorization: `Bearer ${other.accessToken}` },
  })
  expect(await seen.json()).toEqual(body)
})

test('without its token nobody gets in, and what is not there is said in its shape', async () => {
  const { call } = await simulator()
  expect(await call('GET', '/v2/payments', undefined, 'guess')).toMatchObject({
    status: 401,
    body: { errors: [{ code: 'UNAUTHORIZED' }] },
  })
  expect(await call('GET', '/v2/nothing')).toMatchObject({ status: 404, body: { errors: [{ code: 'NOT_FOUND' }] } })
  expect(await call('GET', '/v2/payments/nobody')).toMatchObject({ status: 404 })
})

test('the location can take cards in US dollars', async () => {
  const { get, locationId } = await simulator()
  const { body } = await get(`/v2/locations/${locationId}`)
  expect(body).toMatchObject({ location: { status: 'ACTIVE', currency: 'USD', country: 'US' } })
  expect(faultOf('RetrieveLocationResponse', body)).toBeNull()
})
