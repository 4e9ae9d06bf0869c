// Asks buyers for reviews, once per order, some days after it came.
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { isPickup, latestArrival, orders, USUAL_TRAVEL_DAYS, wayOf } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopZone } from '#server/shop/settings/shop-days.ts'
import { ASKING_DAYS } from '../contract.ts'
import { reviewAsks, reviewSettings } from '../schema.ts'
import { isReviewable } from './reviewable.ts'

const HOUR_MS = 3_600_000
const BATCH = 100
const USUAL_TRAVEL = sql`make_interval(days => ${USUAL_TRAVEL_DAYS}::int)`
/** Whom a shop that stood still should have asked before, it does not ask any more. */
const LATEST_DAYS = 30
const LATEST = sql`make_interval(days => ${LATEST_DAYS}::int)`
/** An order that came before is none of them, whatever the seller has chosen; a day more than that, for every time zone. */
const EARLIEST_ARRIVAL = sql`(now() at time zone 'UTC') - make_interval(days => ${LATEST_DAYS + ASKING_DAYS.most + 1}::int)`

/**
 * SQL: when an order came. A pickup order when it was collected; a parcel at the end of the last day that it was promised
 * for, or a week after it was shipped. Null while it has not.
 */
const arrivedAt = sql`case when ${isPickup(orders)} then ${orders.collectedAt}
  else greatest(${orders.deliveredAt}, coalesce((${orders.arrivesTo} + 1)::timestamp at time zone ${shopZone},
    ${orders.deliveredAt} + ${USUAL_TRAVEL})) end`

/** Starts the job that asks buyers every hour. */
export const startAskingBuyers = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async (closing) => {
    while (!closing.aborted && (await askBuyers(db)) === BATCH);
    return HOUR_MS
  })

/**
 * Queues the email to up to 100 buyers whose order came so many days ago as the seller has chosen, if asking was on then.
 * Returns how many. No order of a stall, none whose buyer gets no emails, and none of which everything was refunded.
 */
export async function askBuyers(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with due as (
      select ${orders.id} as order_id, ${arrivedAt} + make_interval(days => ${reviewSettings.days}) as at
      from ${reviewSettings}, ${orders} join ${users} on ${users.id} = ${orders.userId}
      where ${reviewSettings.isOn} and ${orders.deliveredAt} is not null and ${orders.mailsBuyer}
        and ${latestArrival(orders)} >= ${EARLIEST_ARRIVAL} and ${users.email} <> ''
        and ${wayOf(orders)} <> 'hand' and ${isReviewable}
        and ${arrivedAt} + make_interval(days => ${reviewSettings.days})
          between greatest(${reviewSettings.onSince}, now() - ${LATEST}) and now()
        and not exists (select from ${reviewAsks} where ${reviewAsks.orderId} = ${orders.id})
      order by at limit ${BATCH}
    ), asked as (
      insert into ${reviewAsks} (order_id) select order_id from due on conflict do nothing returning order_id
    )
    insert into ${outbox} (kind, dedupe_key, payload)
    select 'review_ask', 'review_ask-' || order_id, jsonb_build_object('orderId', order_id) from asked
    on conflict do nothing returning id`)
  return rows.length
}
