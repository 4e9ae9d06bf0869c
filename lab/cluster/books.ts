import { setTimeout as sleep } from 'node:timers/promises'
import { inArray, isNull } from 'drizzle-orm'
import Fastify from 'fastify'
import { type Checkout, contradictions } from '#lab/torture/traffic.ts'
import '#app/server/features.ts'
import { readEnv } from '#server/env.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { reconcile } from '#server/shop/payments/reconciliation.ts'
import { discrepancies, paymentAttempts } from '#server/shop/schema/payments.ts'
import type { Cluster } from './cluster.ts'

export type Books = { db: Database; gateway: Gateway; close(): Promise<void> }

const PATIENCE_MS = 120_000
const DAY_MS = 86_400_000

/** The shop's database and the card service, as a node of the shop sees them. */
export async function openBooks({ settings }: Cluster): Promise<Books> {
  const db = openDatabase(settings.DATABASE_URL ?? '')
  const gateway = await openGateway(readEnv(settings), settings.DATABASE_URL ?? '')
  return {
    db,
    gateway,
    async close() {
      await gateway.close()
      await db.$client.end()
    },
  }
}

/** Waits until no payment is under way any more, and checks what `npm run verify-ledger` checks. */
export async function checkBooks({ db, gateway }: Books, checkouts: Checkout[]) {
  await waitUntilSettled(db)
  const wrong = await contradictions(checkouts, db)
  const { text } = await verifyLedger(db, gateway)
  return {
    lost: wrong.filter(({ said }) => said === 'COMPLETED').length,
    violated: [
      ...text.split('\n').filter((line) => /^(VIOLATED|UNKNOWN)/.test(line)),
      ...wrong.filter(({ said }) => said !== 'COMPLETED').map(({ orderId }) => `told otherwise: ${orderId}`),
    ],
  }
}

/** Compares the shop with the card service, as it does itself every 15 minutes; answers the discrepancies that are open. */
export async function reconcileAll({ db, gateway }: Books): Promise<number> {
  const worker = { db, gateway, log: Fastify().log, actor: 'cluster' }
  await reconcile(worker, new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS))
  return db.$count(discrepancies, isNull(discrepancies.resolvedAt))
}

async function waitUntilSettled(db: Database) {
  const isUnderWay = inArray(paymentAttempts.state, ['authorising', 'capturing', 'abandoning'])
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(500))
    if ((await db.$count(paymentAttempts, isUnderWay).catch(() => 1)) === 0) return
}
