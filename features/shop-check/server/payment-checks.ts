import { max } from 'drizzle-orm'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { formatMoment } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { good, todo, untestedCheck } from '#server/shop/desk/check.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { webhookEvents } from '#server/shop/schema/payments.ts'
import { PAYMENTS_SETUP, WEBHOOKS_SETUP } from './texts.ts'

const keysFor = (environment: 'sandbox' | 'production') => [
  `SQUARE_ENVIRONMENT=${environment}`,
  'SQUARE_ACCESS_TOKEN=…',
  `SQUARE_APPLICATION_ID=${environment === 'sandbox' ? 'sandbox-sq0idb-…' : 'sq0idp-…'}`,
  'SQUARE_LOCATION_ID=…',
]

/** How cards are taken, by the configuration alone. */
export function configuredPayments({ setup }: Gateway): SetupCheck {
  if (setup.provider === 'simulator')
    return todo('payments', PAYMENTS_SETUP.simulated, PAYMENTS_SETUP.addKeys, keysFor('sandbox'))
  return untestedCheck('payments', PAYMENTS_SETUP.untested[setup.isSandbox ? 'sandbox' : 'production'])
}

/** Asks the card service for the location that sells. */
export async function testedPayments(gateway: Gateway): Promise<SetupCheck> {
  const { setup } = gateway
  if (setup.provider === 'simulator') return configuredPayments(gateway)
  const { name, problem, isRefused } = await gateway.location()
  if (problem && isRefused)
    return todo('payments', problem, PAYMENTS_SETUP.checkKeys, keysFor(setup.isSandbox ? 'sandbox' : 'production'))
  if (problem) return todo('payments', problem, PAYMENTS_SETUP.checkLocation, ['SQUARE_LOCATION_ID=…'])
  if (name === undefined) return todo('payments', PAYMENTS_SETUP.noAnswer, PAYMENTS_SETUP.tryLater)
  if (!gateway.isReachable()) return todo('payments', PAYMENTS_SETUP.startedWithout(name), PAYMENTS_SETUP.restart)
  if (setup.isSandbox)
    return todo('payments', PAYMENTS_SETUP.sandbox(name), PAYMENTS_SETUP.goLive, keysFor('production'))
  return good('payments', PAYMENTS_SETUP.works(name))
}

type Webhooks = { shopUrl: string; webhookUrl: string | undefined; timeZone: string }

/** Whether Square's messages arrive. A simulator needs none. */
export async function webhooks(db: Db, { setup }: Gateway, facts: Webhooks): Promise<SetupCheck[]> {
  if (setup.provider === 'simulator') return []
  const { shopUrl, webhookUrl, timeZone } = facts
  const url = `${shopUrl}/api/webhooks/square`
  const lines = [`SQUARE_WEBHOOK_URL=${url}`, 'SQUARE_WEBHOOK_SIGNATURE_KEY=…']
  if (!webhookUrl) return [todo('webhooks', WEBHOOKS_SETUP.missing, WEBHOOKS_SETUP.subscribe, lines)]
  if (webhookUrl !== url) return [todo('webhooks', WEBHOOKS_SETUP.elsewhere(webhookUrl), WEBHOOKS_SETUP.correct, lines)]
  const [row] = await db.select({ at: max(webhookEvents.receivedAt) }).from(webhookEvents)
  if (!row?.at) return [untestedCheck('webhooks', WEBHOOKS_SETUP.silent, WEBHOOKS_SETUP.sendTest)]
  return [good('webhooks', WEBHOOKS_SETUP.heard(formatMoment(row.at, timeZone)))]
}
