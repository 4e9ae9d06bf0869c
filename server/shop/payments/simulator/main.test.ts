import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { testDatabase } from '#server/testing/app.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { SECRET } from '#server/testing/webhooks.ts'
import { openGateway } from '../open-gateway.ts'

async function simulatorProcess() {
  const { url } = await testDatabase()
  const simulator = await startSimulatorProcess(url, { webhook: SECRET })
  onTestFinished(async () => void (await simulator.stop()))
  return { url, simulator }
}

const charge = { key: 'auth-1', cents: 1055, orderId: 'order-1' }
const card = { sourceId: 'cnon:card-nonce-ok', note: 'Order 1' }

test('a shop takes a simulator of its own process for Square, and it remembers when the shop is started again', async () => {
  const { url, simulator } = await simulatorProcess()
  const env = readEnv(simulator.env)
  const gateway = await openGateway(env, url)
  expect(gateway.setup).toMatchObject({ provider: 'square', locationId: 'LSIMULATOR' })
  const authorization = await gateway.authorize(charge, card)
  expect(authorization).toMatchObject({ outcome: 'approved' })
  await gateway.close()

  const again = await openGateway(env, url)
  const [payment] = await simulator.payments()
  expect(payment).toMatchObject({ status: 'APPROVED', idempotency_key: charge.key })
  expect(await again.capture(payment?.id ?? '', charge)).toBe(true)
  expect((await simulator.calls()).seen).toMatchObject({ getLocation: 2, createPayment: 1, completePayment: 1 })
  await simulator.faults([{ on: 'getPayment', do: { status: 500 } }])
  expect(await again.find(payment?.id ?? '', charge)).toBe('unknown')
  expect(await simulator.stop()).toBe(0)
  expect(await again.find(payment?.id ?? '', charge)).toBe('unknown')
})

test('a location that takes no cards keeps the shop from charging any', async () => {
  const { url, simulator } = await simulatorProcess()
  await simulator.faults([{ on: 'getLocation', do: { alter: { currency: 'CAD' } } }])
  const gateway = await openGateway(readEnv(simulator.env), url)
  expect(await gateway.authorize(charge, card)).toMatchObject({ outcome: 'refused', refusal: 'operator' })
  expect((await simulator.calls()).seen.createPayment).toBe(0)
})

test.for([
  ['no database', {}, 'SIMULATOR_DATABASE_URL'],
  [
    'a webhook without a key',
    { SIMULATOR_DATABASE_URL: 'postgres://localhost/shop', SIMULATOR_WEBHOOK_URL: 'https://shop.test/' },
    'SIMULATOR_WEBHOOK_KEY',
  ],
])('with %s it says so and ends', ([, env, name]) => {
  const { status, stderr } = spawnSync(process.execPath, ['server/shop/payments/simulator/main.ts'], {
    env: { PATH: process.env.PATH, ...(env as object) },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(String(name)) })
})
