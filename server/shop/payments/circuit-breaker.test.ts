import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { coupon, product } from '#server/testing/factories.ts'
import { openSquare } from './square.ts'

/** Our client, and a card service that is out of order until it is told otherwise. */
async function outage() {
  let isOut = true
  let requestCount = 0
  const server = createServer((_, response) => {
    requestCount++
    if (isOut) response.destroy()
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const circuitStates: boolean[] = []
  const square = openSquare({
    baseUrl: `http://127.0.0.1:${port}`,
    accessToken: 'secret',
    locationId: 'LOURS',
    deadlines: { find: 5_000, cancel: 5_000, probe: 20 },
    onOutage: (isOver) => circuitStates.push(isOver),
  })
  onTestFinished(() => {
    square.stop()
    server.close()
    server.closeAllConnections()
  })
  return {
    square,
    told: circuitStates,
    asked: () => requestCount,
    end: () => {
      isOut = false
    },
  }
}

test('three calls in a row without an answer end the taking of payments, and the next answer begins it again', {
  tags: ['G14'],
}, async () => {
  const { square, told, asked, end } = await outage()
  for (const isStillTried of [true, true, false]) {
    await square.find('payment-1')
    expect(square.isReachable()).toBe(isStillTried)
  }
  await expect.poll(asked).toBeGreaterThan(4)
  expect(square.isReachable()).toBe(false)
  end()
  await expect.poll(() => square.isReachable()).toBe(true)
  expect(told).toEqual([false, true])
  // A probe may still be on its way.
  const askedWithin = async (ms: number) => {
    const before = asked()
    await setTimeout(ms)
    return asked() - before
  }
  await expect.poll(() => askedWithin(200)).toBe(0)
})

test('an answer in between, whatever it says, keeps payments going', async () => {
  const { square, end } = await outage()
  await square.find('payment-1')
  await square.find('payment-1')
  end()
  expect(await square.find('payment-1')).toBe('unknown')
  expect(square.isReachable()).toBe(true)
})

test('while the card service does not answer, a press of Pay touches neither card nor stock', {
  tags: ['G14'],
}, async () => {
  const { square } = await outage()
  for (let call = 0; call < 3; call++) await square.find('payment-1')
  const shop = await testCheckout({ gateway: { ...square, setup: { provider: 'simulator' }, close: async () => {} } })
  const answer = await shop.pay(await shop.placed(await product(shop.db)))
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'payments_unavailable'])
  expect(await shop.db.$count(paymentAttempts)).toBe(0)
})

test('an order that costs nothing is completed all the same', async () => {
  const { square } = await outage()
  for (let call = 0; call < 3; call++) await square.find('payment-1')
  const shop = await testCheckout({ gateway: { ...square, setup: { provider: 'simulator' }, close: async () => {} } })
  const { code } = await coupon(shop.db, { amountCents: 100_000 })
  const order = await shop.placed(await product(shop.db), { code })
  expect((await shop.post(`/api/orders/${order._id}/complete`, {}, shop.token)).json()).toMatchObject({ isPaid: true })
})
