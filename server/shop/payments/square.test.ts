import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSquare } from './square.ts'

const charge = { key: 'auth-1', cents: 1055, orderId: 'order-1' }
const card = { sourceId: 'cnon:card-nonce-ok', note: 'Order 1001' }
const money = { amount: 1055, currency: 'USD' }
const good = {
  id: 'payment-1',
  status: 'APPROVED',
  amount_money: money,
  approved_money: money,
  location_id: 'LOURS',
  reference_id: 'order-1',
  card_details: { card: { card_brand: 'VISA', last_4: '1111' } },
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const json =
  (status: number, body: object, headers = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
const paymentJson = (fields: object = {}) => json(200, { payment: { ...good, ...fields } })
const failureJson = (status: number, category: string, code: string) => json(status, { errors: [{ category, code }] })
const html: Answer = (_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>')
const redirect: Answer = (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end('{}')
const reset: Answer = (request) => void request.socket.destroy()
const silence: Answer = () => {}
const stallAnswer: Answer = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).write('{')
const cutOff: Answer = (_, response) => void response.writeHead(200).end('{"payment": {')

/** Our client, and a card service that gives these answers in turn, the last one again and again. */
async function square(...answers: Answer[]) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    bodies.push(body)
    const answer = answers[Math.min(bodies.length, answers.length) - 1]
    answer?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const deadlines = { try: 300, authorize: 500, capture: 300, find: 300, cancel: 300, pause: 20 }
  const account = { baseUrl: `http://127.0.0.1:${port}`, accessToken: 'secret', locationId: 'LOURS', deadlines }
  return { client: openSquare(account), account, bodies }
}

test.for([
  ['what was asked for', paymentJson(), { outcome: 'approved', payment: { id: 'payment-1', cardLast4: '1111' } }],
  ['money taken at once', paymentJson({ status: 'COMPLETED' }), { outcome: 'completed' }],
  ['a cent less', paymentJson({ approved_money: { amount: 1054, currency: 'USD' } }), { outcome: 'mismatched' }],
  ['no amount', paymentJson({ approved_money: undefined }), { outcome: 'mismatched' }],
  ['another currency', paymentJson({ approved_money: { ...money, currency: 'CAD' } }), { outcome: 'mismatched' }],
  ['another location', paymentJson({ location_id: 'LOTHER' }), { outcome: 'mismatched' }],
  ['another order', paymentJson({ reference_id: 'order-2' }), { outcome: 'mismatched' }],
  ['a pending payment', paymentJson({ status: 'PENDING' }), { outcome: 'mismatched', paymentId: 'payment-1' }],
  ['a failed payment without a reason', paymentJson({ status: 'FAILED' }), { outcome: 'unknown' }],
  ['an empty answer', json(200, {}), { outcome: 'unknown', answered: false }],
  [
    'a declined card',
    failureJson(400, 'PAYMENT_METHOD_ERROR', 'CVV_FAILURE'),
    { outcome: 'refused', refusal: 'declined' },
  ],
  ['an error nobody knows yet', failureJson(402, 'PAYMENT_METHOD_ERROR', 'NEW_CODE'), { refusal: 'declined' }],
  ['a used token', failureJson(400, 'INVALID_REQUEST_ERROR', 'CARD_TOKEN_USED'), { refusal: 'new_token' }],
  ['a bad access token', failureJson(401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED'), { refusal: 'operator' }],
  ['a key used before', failureJson(400, 'INVALID_REQUEST_ERROR', 'IDEMPOTENCY_KEY_REUSED'), { outcome: 'unknown' }],
  ['a conflict without a reason', json(409, {}), { outcome: 'unknown' }],
] as const)(
  '%s is asked for once, and taken for what it is',
  { tags: ['G9', 'G10', 'G11'] },
  async ([, answer, outcome]) => {
    const { client, bodies } = await square(answer, paymentJson())
    expect(await client.authorize(charge, card)).toMatchObject(outcome)
    expect(bodies).toHaveLength(1)
  },
)

test.for([
  ['a card', 'cnon:card-nonce-ok', { delay_duration: 'PT24H', delay_action: 'CANCEL' }],
  ['Cash App', 'wnon:cash-app-ok', {}],
] as const)('a hold on %s says how long it lasts only where Square takes that', async ([, sourceId, delays]) => {
  const { client, bodies } = await square(paymentJson())
  await client.authorize(charge, { ...card, sourceId })
  const { delay_duration, delay_action } = JSON.parse(bodies[0] ?? '')
  expect({ delay_duration, delay_action }).toEqual({ delay_duration: undefined, delay_action: undefined, ...delays })
})

test.for([
  ['a server error', failureJson(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR')],
  ['a page instead of an answer', html],
  ['a broken connection', reset],
  ['a redirect', redirect],
  ['half an answer', cutOff],
  ['no answer', silence],
  ['an answer that stops', stallAnswer],
  ['too many requests', failureJson(429, 'RATE_LIMIT_ERROR', 'RATE_LIMITED')],
] as const)(
  'after %s the same request is made once more, with the same key',
  { tags: ['G1', 'G5', 'G7'] },
  async ([, fault]) => {
    const { client, bodies } = await square(fault, paymentJson())
    expect(await client.authorize(charge, card)).toMatchObject({ outcome: 'approved' })
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])

    const dead = await square(fault)
    expect(await dead.client.authorize(charge, card)).toMatchObject({ outcome: 'unknown' })
    expect(dead.bodies).toHaveLength(2)
  },
)

test('a wait that the card service asks for is kept, or the request is given up', { tags: ['G7'] }, async () => {
  const busy = (seconds: string) =>
    json(429, { errors: [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' }] }, { 'retry-after': seconds })
  const { client, bodies } = await square(busy('60'), paymentJson())
  expect(await client.authorize(charge, card)).toEqual({ outcome: 'unknown', code: 'RATE_LIMITED', answered: true })
  expect(bodies).toHaveLength(1)
})

test.for([
  ['a clear yes', true, paymentJson({ status: 'COMPLETED' })],
  ['another amount', false, paymentJson({ status: 'COMPLETED', approved_money: { amount: 1, currency: 'USD' } })],
  ['another payment', false, paymentJson({ status: 'COMPLETED', id: 'payment-2' })],
  ['a hold only', false, paymentJson()],
  ['an error', false, failureJson(400, 'INVALID_REQUEST_ERROR', 'BAD_REQUEST')],
  ['nothing', false, silence],
] as const)('a capture that answers %s counts: %s', { tags: ['G12'] }, async ([, isTaken, answer]) => {
  const { client } = await square(answer)
  expect(await client.capture('payment-1', charge)).toBe(isTaken)
})

test.for([
  ['held', 'approved', paymentJson()],
  ['taken', 'completed', paymentJson({ status: 'COMPLETED' })],
  ['cancelled', 'gone', paymentJson({ status: 'CANCELED' })],
  ['failed', 'gone', paymentJson({ status: 'FAILED' })],
  ['taken, but for another order', 'unknown', paymentJson({ status: 'COMPLETED', reference_id: 'order-2' })],
  ['in a state nobody knows yet', 'unknown', paymentJson({ status: 'THINKING' })],
  ['not there', 'unknown', failureJson(404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND')],
  ['not told', 'unknown', silence],
] as const)('a payment that is %s is %s', async ([, status, answer]) => {
  const { client } = await square(answer)
  expect(await client.find('payment-1', charge)).toBe(status)
})

test.for([
  ['done', 'cancelled', json(200, {})],
  ['refused', 'refused', failureJson(400, 'INVALID_REQUEST_ERROR', 'BAD_REQUEST')],
  ['a server error', 'unknown', failureJson(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR')],
  ['half an answer', 'unknown', cutOff],
  ['no answer', 'unknown', silence],
] as const)('cancelling by key, %s: %s', { tags: ['G5'] }, async ([, result, answer]) => {
  const { client } = await square(answer)
  expect(await client.cancelByKey('auth-1')).toBe(result)
})

test('a payment counts as cancelled only when it is', async () => {
  expect(await (await square(paymentJson({ status: 'CANCELED' }))).client.cancel('payment-1')).toBe('cancelled')
  expect(await (await square(paymentJson())).client.cancel('payment-1')).toBe('unknown')
})

const location = { id: 'LOURS', status: 'ACTIVE', currency: 'USD', country: 'US' }
test.for([
  [
    'active, in US dollars, with cards',
    json(200, { location: { ...location, capabilities: ['CREDIT_CARD_PROCESSING'] } }),
    null,
  ],
  ['not answering', silence, null],
  ['closed', json(200, { location: { ...location, status: 'INACTIVE' } }), 'The Square location is not active.'],
  [
    'in Canada',
    json(200, { location: { ...location, currency: 'CAD' } }),
    'The Square location is not one in US dollars.',
  ],
  ['without cards', json(200, { location }), 'The Square location cannot take cards.'],
  [
    'not ours',
    failureJson(401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED'),
    'Square refuses our access token or location (401).',
  ],
] as const)('a location that is %s', { tags: ['G16'] }, async ([, answer, problem]) => {
  const { client } = await square(answer)
  expect((await client.location()).problem).toBe(problem)
})

test('the address of the API may end with a slash', async () => {
  const paths: (string | undefined)[] = []
  const { account } = await square((request, response) => {
    paths.push(request.url)
    response.end('{}')
  })
  await openSquare({ ...account, baseUrl: `${account.baseUrl}/` }).find('payment-1')
  expect(paths).toEqual(['/v2/payments/payment-1'])
})
