// Tells shoppers that a product can be bought again. A restock wakes all requests from before it; the release of a
// failed payment wakes those from while that payment held the stock. What a movement wakes is read from the stock ledger, so
// that payments do nothing for it.
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { products, stockLedger } from '#server/shop/schema/catalog.ts'
import { requests } from '../schema.ts'

/** The lock under which shoppers are told that a product can be bought again. */
const TELLING_LOCK = 7_272_712

/** Letters of a wave for each unit in stock: not everybody who asked buys. */
const LETTERS_PER_UNIT = 3
/** The pause between two waves, while stock is left. */
const NEXT_WAVE = sql`interval '12 hours'`
const EVERY_MS = 5_000

/** Starts the job that tells shoppers every few seconds. */
export const startTellingShoppers = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await tellShoppers(db)
    return EVERY_MS
  })

/**
 * Queues a message to the next shoppers of each product that can be bought again, in the order in which they asked: three
 * for each unit, and the next ones after twelve hours, or when more stock comes. Returns how many.
 */
export function tellShoppers(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    // Of two processes, the second one sees the wave of the first.
    await holdLock(tx, TELLING_LOCK)
    const { rows } = await tx.execute<{ id: string }>(sql`
      with woken as (
        select r.id, r.product_id, ${products.qty} as qty, r.created_at, (
          select max(moved.created_at) from ${stockLedger} moved
          where moved.product_id = r.product_id and moved.delta > 0 and moved.created_at > r.created_at
            and (moved.reason in ('created', 'edited', 'imported', 'returned') or moved.reason = 'release' and exists (
              select from ${stockLedger} held where held.product_id = moved.product_id and held.reason = 'hold'
                and held.attempt_id = moved.attempt_id and held.created_at <= r.created_at))
        ) as woken_at
        from ${requests} r join ${products} on ${products.id} = r.product_id
        where r.kind = 'back' and r.state = 'waiting' and ${products.qty} > 0 and ${forSale}
      ), last_wave as (
        select product_id, max(done_at) as at from ${requests} where kind = 'back' and state = 'told' group by product_id
      ), due as (
        select id, qty, row_number() over (partition by product_id order by woken.created_at, id) as place
        from woken left join last_wave using (product_id)
        where woken_at is not null and (at is null or at < woken_at or at < now() - ${NEXT_WAVE})
      ), told as (
        update ${requests} set state = 'told', done_at = now() from due
        where ${requests.id} = due.id and due.place <= due.qty * ${LETTERS_PER_UNIT}
        returning ${requests.id}
      )
      insert into ${outbox} (kind, dedupe_key, payload)
      select 'request_back', 'request_back-' || id, jsonb_build_object('requestId', id) from told
      on conflict do nothing returning id`)
    return rows.length
  })
}
