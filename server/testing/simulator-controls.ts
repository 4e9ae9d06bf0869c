import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Counts } from '#server/shop/payments/simulator/call-counts.ts'
import type { Fault } from '#server/shop/payments/simulator/faults.ts'
import type { WebhookSettings } from '#server/shop/payments/simulator/webhooks.ts'
import type { Payment as ApiPayment, DisputeState, Refund } from '#server/shop/payments/square-api.ts'

type Payment = ApiPayment & { id: string; idempotency_key: string }
type Reach = { baseUrl: string; accessToken: string }

export type SimulatorControls = ReturnType<typeof simulatorControls>

/** Controls a simulator, in this process or another. Each call throws when the simulator refuses. */
export function simulatorControls({ baseUrl, accessToken }: Reach) {
  const control = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${baseUrl}/simulator/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`The simulator refuses ${method} ${path}: ${await reply.text()}`)
    return reply.json()
  }
  return {
    /** Replaces all faults by these. */
    faults: async (faults: z.input<typeof Fault>[]) => void (await control('PUT', 'faults', faults)),
    /** The number of requests by operation since the last `forgetCalls`, and the number of those still waiting. */
    calls: (): Promise<{ seen: Counts; waiting: Counts }> => control('GET', 'calls'),
    forgetCalls: async () => void (await control('DELETE', 'calls')),
    /** All payments of the simulator, oldest first. */
    payments: async (): Promise<Payment[]> => (await control('GET', 'payments')).payments,
    /** Voids a held payment, as the seller can in Square's dashboard. */
    voidPayment: async (id: string) => void (await control('POST', `payments/${id}/void`)),
    /** Decides a refund. */
    decideRefund: async (id: string, status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED'): Promise<Refund> =>
      (await control('PUT', `refunds/${id}`, { status })).refund,
    /**
     * Opens a dispute, in which the buyer's bank claims this many cents of a payment back, or an inquiry before it. Returns
     * the dispute's id.
     */
    openDispute: async (paymentId: string, cents: number, isInquiry = false): Promise<string> => {
      const state = isInquiry ? 'INQUIRY_EVIDENCE_REQUIRED' : 'EVIDENCE_REQUIRED'
      const dispute = { payment_id: paymentId, amount_money: { amount: cents, currency: 'USD' }, state }
      return (await control('POST', 'disputes', dispute)).dispute.id
    },
    /** Decides a dispute, as the bank does. */
    decideDispute: async (id: string, state: DisputeState) => void (await control('PUT', `disputes/${id}`, { state })),
    /** Sets the URL and the signature key of webhooks from now on. */
    sendWebhooks: async (settings: WebhookSettings) => void (await control('PUT', 'webhook', settings)),
  }
}

const TOKEN = 'EAAA-simulator-of-the-test'
const OPEN_PATTERN = /open at (http:\S+)/

/** Starts a simulator with controls in its own process, on 127.0.0.1 or `host`. `env` makes a shop use it as Square. */
export async function startSimulatorProcess(
  databaseUrl: string,
  { webhook, host = '127.0.0.1' }: { webhook?: WebhookSettings; host?: string } = {},
) {
  const root = join(import.meta.dirname, '../..')
  const child = spawn(join(root, 'node_modules/.bin/node'), ['server/shop/payments/simulator/main.ts'], {
    cwd: root,
    env: { ...process.env, ...simulatorEnv(databaseUrl, webhook), SIMULATOR_HOST: host },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const baseUrl = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
        const [, address] = OPEN_PATTERN.exec(output) ?? []
        if (address) resolve(address)
      })
    child.once('close', (code) => reject(new Error(`The simulator ended with ${code}:\n${output}`)))
    child.once('error', reject)
  })
  return {
    ...simulatorControls({ baseUrl, accessToken: TOKEN }),
    env: shopEnv(baseUrl, webhook),
    pid: child.pid ?? 0,
    /** Sends SIGTERM and resolves to the exit code. */
    async stop(): Promise<number | null> {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const childExit = once(child, 'exit')
      child.kill()
      const [code] = await childExit
      return code
    },
  }
}

const simulatorEnv = (databaseUrl: string, webhook?: WebhookSettings) => ({
  SIMULATOR_DATABASE_URL: databaseUrl,
  SIMULATOR_PORT: '0',
  SIMULATOR_TOKEN: TOKEN,
  SIMULATOR_CONTROLS: '1',
  SIMULATOR_WEBHOOK_URL: webhook?.url ?? '',
  SIMULATOR_WEBHOOK_TARGET: webhook?.target ?? '',
  SIMULATOR_WEBHOOK_KEY: webhook?.signatureKey ?? '',
})

const shopEnv = (baseUrl: string, webhook?: WebhookSettings): Record<string, string> => ({
  SQUARE_ACCESS_TOKEN: TOKEN,
  SQUARE_LOCATION_ID: 'LSIMULATOR',
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-simulator',
  SQUARE_ENVIRONMENT: 'sandbox',
  SQUARE_BASE_URL: baseUrl,
  ...(webhook ? { SQUARE_WEBHOOK_URL: webhook.url, SQUARE_WEBHOOK_SIGNATURE_KEY: webhook.signatureKey } : {}),
})
