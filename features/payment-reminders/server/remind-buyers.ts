// Reminds buyers of orders that they placed and have not paid.
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { REMINDED_AFTER_HOURS } from '../contract.ts'
import { paymentReminders } from '../schema.ts'
import { remindersAreOn } from './reminder-settings.ts'
import { canBePaid, hasOrderedSince } from './unpaid-orders.ts'

/** The lock under which buyers are reminded of orders that are not paid. */
const REMINDER_LOCK = 7_272_734

/** An hour before its prices end: whoever reads the reminder can still pay them. */
const LAST_HOURS = 23
/** How long an address is left alone after a reminder, in days. */
const PAUSE_DAYS = 30

const EVERY_MS = 300_000
const BATCH = 100

/** Starts the job that reminds buyers every five minutes. */
export const startRemindingBuyers = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async (closing) => {
    while (!closing.aborted && (await remindBuyers(db)) === BATCH);
    return EVERY_MS
  })

const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`

/**
 * Queues the reminders that are due, at most a hundred: of an order once, and to an address once a month, of its latest
 * order. Returns how many.
 */
export function remindBuyers(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    // Of two processes, the second one sees the reminders of the first.
    await holdLock(tx, REMINDER_LOCK)
    const { rows } = await tx.execute<{ id: string }>(sql`
      with due as (
        select distinct on (lower(${users.email})) ${orders.id} as id, lower(${users.email}) as email
        from ${orders} join ${users} on ${users.id} = ${orders.userId}
        where ${remindersAreOn} and ${orders.createdAt} <= ${hoursAgo(REMINDED_AFTER_HOURS)}
          and ${orders.createdAt} > ${hoursAgo(LAST_HOURS)} and ${canBePaid} and not ${hasOrderedSince}
          and not exists (select from ${paymentReminders} where ${paymentReminders.orderId} = ${orders.id})
          and not exists (select from ${paymentReminders} where ${paymentReminders.email} = lower(${users.email})
            and ${paymentReminders.createdAt} > now() - make_interval(days => ${PAUSE_DAYS}))
        order by lower(${users.email}), ${orders.createdAt} desc, ${orders.id}
        limit ${BATCH}
      ), noted as (
        insert into ${paymentReminders} (order_id, email) select id, email from due returning order_id
      )
      insert into ${outbox} (kind, dedupe_key, payload)
      select 'payment_reminder', 'payment_reminder-' || order_id, jsonb_build_object('orderId', order_id) from noted
      on conflict do nothing returning id`)
    return rows.length
  })
}

const DAY_MS = 86_400_000

/** Starts the job that forgets, once a day, the reminders of which nothing depends any more. */
export const startForgettingReminders = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await forgetReminders(db)
    return DAY_MS
  })

/** Deletes the reminders that are older than the pause of their address. */
export async function forgetReminders(db: Db) {
  await db
    .delete(paymentReminders)
    .where(sql`${paymentReminders.createdAt} < now() - make_interval(days => ${PAUSE_DAYS})`)
}
