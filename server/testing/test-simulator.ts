import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { startSimulator } from '#server/shop/payments/simulator/simulator.ts'
import type { WebhookSettings } from '#server/shop/payments/simulator/webhooks.ts'
import type { Location, Payment, Refund, SquareError } from '#server/shop/payments/square-api.ts'
import { testDatabase } from './app.ts'
import { simulatorControls } from './simulator-controls.ts'
import { contractFetch } from './square-contract.ts'

export type Body = {
  payment?: Payment & { id: string }
  refund?: Refund
  location?: Location
  locations?: Location[]
  payments?: { id: string }[]
  cursor?: string
  errors?: SquareError[]
}

/** The body of a request that authorizes $10.55, with an idempotency key of its own. */
export const paymentRequest = (fields: object = {}) => ({
  source_id: 'cnon:card-nonce-ok',
  idempotency_key: `auth-${randomUUID()}`,
  amount_money: { amount: 1055, currency: 'USD' },
  autocomplete: false,
  delay_duration: 'PT24H',
  reference_id: 'order-1',
  ...fields,
})

/** A simulator on its own database. `call` checks every response against the contract; `raw` does not. */
export async function testSimulator({ webhook }: { webhook?: WebhookSettings } = {}) {
  const { url } = await testDatabase()
  const running = await startSimulator({ databaseUrl: url, controls: true, webhook })
  onTestFinished(() => running.stop())
  const asking =
    (by: typeof fetch) =>
    (method: string, path: string, body?: object, { token = running.accessToken, ...init }: Init = {}) =>
      by(`${running.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...init,
      })
  const call = async (...args: Parameters<ReturnType<typeof asking>>) => {
    const reply = await asking(contractFetch)(...args)
    return { status: reply.status, body: (await reply.json()) as Body }
  }
  return {
    ...running,
    url,
    call,
    get: (path: string) => call('GET', path),
    raw: asking(fetch),
    ...simulatorControls(running),
  }
}

type Init = { token?: string; signal?: AbortSignal }
