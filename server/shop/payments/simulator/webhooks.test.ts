import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requireSchema } from '#server/testing/square-contract.ts'
import { paymentRequest, testSimulator } from '#server/testing/test-simulator.ts'
import { SECRET } from '#server/testing/webhooks.ts'
import { isSigned } from '../webhook-signature.ts'

type Subject = { id: string; status: string }
type Event = {
  type: string
  event_id: string
  data: { type: string; id: string; object: { payment?: Subject; refund?: Subject } }
}
type ReceivedEvent = { headers: IncomingHttpHeaders; event: Event; subject: Subject }

/** A simulator, and a listener for its webhooks that checks each and answers with these statuses, then 200. 0: never. */
async function listen(...statuses: number[]) {
  const events: ReceivedEvent[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    if (!isSigned(SECRET, body, String(request.headers['x-square-hmacsha256-signature']))) return response.destroy()
    events.push(checkEvent(request.headers, JSON.parse(body.toString())))
    const status = statuses[events.length - 1] ?? 200
    if (status > 0) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const webhook = { ...SECRET, target, pauses: [20, 20] }
  return { ...(await testSimulator({ webhook })), target, received: events, told: () => events.map(summaryOf) }
}

function checkEvent(headers: IncomingHttpHeaders, event: Event): ReceivedEvent {
  const { payment, refund } = event.data.object
  requireSchema(payment ? 'Payment' : 'PaymentRefund', payment ?? refund)
  const subject = payment ?? refund
  if (event.data.id !== subject?.id || !event.type.startsWith(`${event.data.type}.`)) throw new Error('A wrong event.')
  return { headers, event, subject }
}

const summaryOf = ({ event, subject }: ReceivedEvent) => `${event.type} ${subject.status}`

test('every change is told, signed, in the shape of the contract', async () => {
  const { call, told } = await listen()
  const { body } = await call('POST', '/v2/payments', paymentRequest())
  const path = `/v2/payments/${body.payment?.id}`
  await expect.poll(told).toEqual(['payment.created APPROVED'])
  await call('POST', `${path}/complete`, {})
  await expect.poll(told).toHaveLength(2)
  const refund = { idempotency_key: 'r', payment_id: body.payment?.id, amount_money: { amount: 5, currency: 'USD' } }
  const { body: refundReply } = await call('POST', '/v2/refunds', refund)
  await expect.poll(told).toHaveLength(4)
  await call('GET', `/v2/refunds/${refundReply.refund?.id}`)
  await expect.poll(told).toHaveLength(6)
  expect(told().toSorted()).toEqual([
    'payment.created APPROVED',
    'payment.updated COMPLETED',
    'payment.updated COMPLETED',
    'payment.updated COMPLETED',
    'refund.created PENDING',
    'refund.updated COMPLETED',
  ])
})

test('a void in the dashboard and a cancellation by key are told; nothing is told twice or of a repetition', async () => {
  const { call, told, voidPayment } = await listen()
  const [one, other] = [paymentRequest(), paymentRequest()]
  const { body } = await call('POST', '/v2/payments', one)
  await call('POST', '/v2/payments', one)
  await voidPayment(body.payment?.id ?? '')
  await call('POST', '/v2/payments', other)
  for (let i = 0; i < 2; i++) await call('POST', '/v2/payments/cancel', { idempotency_key: other.idempotency_key })
  await expect
    .poll(() => told().toSorted())
    .toEqual([
      'payment.created APPROVED',
      'payment.created APPROVED',
      'payment.updated CANCELED',
      'payment.updated CANCELED',
    ])
})

test('a message that was not taken is repeated with the same id, and says so, until it is given up', async () => {
  const { call, received } = await listen(500, 302, 404)
  await call('POST', '/v2/payments', paymentRequest())
  await expect.poll(() => received).toHaveLength(3)
  expect(new Set(received.map(({ event }) => event.event_id)).size).toBe(1)
  expect(new Set(received.map(({ headers }) => headers['square-initial-delivery-timestamp'])).size).toBe(1)
  expect(received.map(({ headers }) => [headers['square-retry-number'], headers['square-retry-reason']])).toEqual([
    [undefined, undefined],
    ['1', 'http_error'],
    ['2', 'http_error'],
  ])
  await call('POST', '/v2/payments', paymentRequest())
  await expect.poll(() => received).toHaveLength(4)
})

test('nobody waits for a listener that does not answer', async () => {
  const { call, received } = await listen(0, 0)
  expect((await call('POST', '/v2/payments', paymentRequest())).status).toBe(200)
  expect((await call('POST', '/v2/payments', paymentRequest())).status).toBe(200)
  await expect.poll(() => received).toHaveLength(2)
})

test('messages are lost, sent many times and held back for a reversed order', async () => {
  const { call, faults, received, told } = await listen()
  await faults([{ on: 'webhook', do: { lose: true } }])
  const { body } = await call('POST', '/v2/payments', paymentRequest())
  await faults([{ on: 'webhook', do: { duplicate: 5 } }])
  await call('POST', '/v2/payments', paymentRequest())
  await expect.poll(() => received).toHaveLength(5)
  expect(new Set(received.map(({ event }) => event.event_id)).size).toBe(1)
  expect(received[0]?.subject.id).not.toBe(body.payment?.id)

  received.length = 0
  await faults([{ on: 'webhook', do: { reverse: 2 } }])
  const { body: next } = await call('POST', '/v2/payments', paymentRequest())
  await call('POST', `/v2/payments/${next.payment?.id}/complete`, {})
  await expect.poll(told).toEqual(['payment.updated COMPLETED', 'payment.created APPROVED'])
})

test('a message comes before the answer', async () => {
  const { call, faults, told } = await listen()
  await faults([
    { on: 'webhook', do: { first: true } },
    { on: 'createPayment', when: 'after', do: { reset: true } },
  ])
  await expect(call('POST', '/v2/payments', paymentRequest())).rejects.toThrow()
  expect(told()).toEqual(['payment.created APPROVED'])
})

test('messages are sent to another address, signed for the same', async () => {
  const one = await listen()
  const other = await listen()
  await one.sendWebhooks({ ...SECRET, target: other.target })
  await one.call('POST', '/v2/payments', paymentRequest())
  await expect.poll(other.told).toEqual(['payment.created APPROVED'])
  expect(one.told()).toEqual([])
  expect(await one.raw('PUT', '/simulator/webhook', { ...SECRET, target: 'nowhere' })).toMatchObject({ status: 400 })
})
