// Checks after a database fault: the shop serves again, and everything it told shoppers holds.

import { inArray } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { readEnv } from '#server/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import type { Checkout, Traffic } from './traffic.ts'

/** An engineer's machine under load is slow; the figure says what it took. */
const RECOVERED_MS = 60_000
/** A payment whose answer was lost is settled about 40 seconds later, on a machine with nothing else to do. */
const SETTLED_MS = 180_000

/** Milliseconds from the fault to the first completed payment after it. */
export async function recovery({ journal }: Traffic, faultAt: number) {
  const isServed = ({ from, paid, said }: Checkout) => from > faultAt && paid === 200 && said === 'COMPLETED'
  const response = await vi.waitFor(
    () => {
      const first = journal.find(isServed)
      const came = journal.filter(({ from }) => from > faultAt)
      if (!first?.until) throw new Error(`Nobody has paid since the fault: ${JSON.stringify(came.slice(-20))}`)
      return first.until
    },
    { timeout: RECOVERED_MS, interval: 20 },
  )
  return response - faultAt
}

const atWork = inArray(paymentAttempts.state, ['authorising', 'capturing', 'abandoning'])

/** Fails unless everything shoppers were told holds, and the ledger too, once recovery has finished all payments. */
export async function expectJournalHolds(db: Database, env: Record<string, string>, journal: Checkout[]) {
  await vi.waitFor(async () => expect(await db.$count(paymentAttempts, atWork)).toBe(0), {
    timeout: SETTLED_MS,
  })
  const endings = new Set(journal.flatMap(({ placed, paid }) => [placed, paid ?? 200]))
  expect([...endings].filter((ending) => ![200, 201, 202, 503].includes(Number(ending)))).toEqual([])
  const rows = await db.select({ id: orders.id, state: orders.state }).from(orders)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  for (const { orderId, said } of journal) {
    if (orderId) expect(states.has(orderId)).toBe(true)
    if (orderId && said === 'COMPLETED') expect(states.get(orderId)).toBe('paid')
  }
  const gateway = await openGateway(readEnv(env), '')
  const { text, isSound } = await verifyLedger(db, gateway).finally(gateway.close)
  expect(isSound, text).toBe(true)
}
