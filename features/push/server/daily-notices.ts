// Notices of what no message of the shop tells: the orders of the day.
import { and, count, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { fileTimestamp } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { isToShip, orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { writeNotices } from './notices.ts'
import { NOTICES } from './texts.ts'

const EVERY_MS = 120_000

/** Starts the job that writes the notice of the day, looking every two minutes. */
export const startDailyNotices = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await noticeOrdersOfDay(db, new Date())
    return EVERY_MS
  })

/** The hours of the shop's day in which its orders are told: nobody is woken, and what was missed waits for tomorrow. */
const MORNING = { from: 8, to: 12 }

/** Writes the notice of the orders to ship that day and before, once a day, in the morning of the shop's time zone. */
export async function noticeOrdersOfDay(db: Db, now: Date) {
  const { timeZone } = await shopSettings(db)
  const [day = '', time = ''] = fileTimestamp(now, timeZone).split(' ')
  const hour = Number(time.slice(0, 2))
  if (hour < MORNING.from || hour >= MORNING.to) return
  const isDueToday = sql`coalesce(${orders.shipBy}, ${day}::date) <= ${day}::date`
  const due = onlyRow(
    await db
      .select({ orders: count() })
      .from(orders)
      .where(and(isToShip(orders), isDueToday)),
  )
  if (due.orders === 0) return
  const notice = { kind: 'to_ship', key: `to_ship-${day}`, path: '/admin/orderlist?delivery=waiting' } as const
  await writeNotices(db, [{ ...notice, ...NOTICES.toShip(due.orders) }])
}
