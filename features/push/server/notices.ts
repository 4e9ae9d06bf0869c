// Writes notices for the devices whose owners want them, each once.
import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { DeskEvent, DeskEventKind } from '#contract/admin/desk-events.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { pushDevices, pushNotices } from '../schema.ts'
import { NOTICES, type NoticeWords } from './texts.ts'

/** A notice for every device that wants events of its kind; `key` keeps it unique. */
export type NewNotice = NoticeWords & { kind: DeskEventKind; key: string; path: string }

/**
 * Writes notices, for devices that were there when what they tell of happened. One that was written before is skipped, so a
 * repeated call changes nothing.
 */
export async function writeNotices(tx: Db, notices: NewNotice[]) {
  if (notices.length === 0) return
  await tx.execute(sql`
    insert into ${pushNotices} (device_id, dedupe_key, title, body, path)
    select ${pushDevices.id}, notice.key, notice.title, notice.body, notice.path
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
        as notice (kind text, key text, title text, body text, path text)
      join ${pushDevices} on notice.kind = any(${pushDevices.events})
      join ${users} on ${users.id} = ${pushDevices.userId} and ${users.isAdmin} and ${users.deletedAt} is null
      left join ${outbox} on ${outbox.dedupeKey} = notice.key
    where ${pushDevices.createdAt} <= coalesce(${outbox.createdAt}, now())
    on conflict do nothing`)
}

/** Writes the test notice of a device. */
export const writeTestNotice = (db: Db, deviceId: string) =>
  db
    .insert(pushNotices)
    .values({ deviceId, dedupeKey: `test-${randomUUID()}`, ...NOTICES.test(), path: '/admin/notifications' })

/** Writes the notices of events of the shop, which name orders and no people. */
export async function writeEventNotices(db: Db, events: DeskEvent[]) {
  const facts = await orderFacts(db, events)
  const notices = events.flatMap(({ kind, key, orderId, count = 1 }): NewNotice[] => {
    if (kind === 'low_stock') return [{ kind, key, ...NOTICES.lowStock(count), path: '/admin/productlist?show=low' }]
    if (kind === 'asks') return [{ kind, key, ...NOTICES.asks(), path: '/admin/requests' }]
    const order = orderId && facts.get(orderId)
    return order && (kind === 'sold' || kind === 'cancels' || kind === 'dispute')
      ? [{ kind, key, ...NOTICES[kind](order), path: `/order/${orderId}` }]
      : []
  })
  await writeNotices(db, notices)
}

/** Number, total and pieces of the orders that events are about, by id. */
async function orderFacts(db: Db, events: DeskEvent[]) {
  const ids = events.flatMap(({ orderId }) => orderId ?? [])
  if (ids.length === 0) return new Map<string, { number: number; cents: number; products: number }>()
  const products = sql<number>`(select coalesce(sum(qty), 0)::int from ${orderItems} where order_id = ${orders.id})`
  const rows = await db
    .select({ id: orders.id, number: orders.number, cents: orders.totalCents, products })
    .from(orders)
    .where(inArray(orders.id, ids))
  return new Map(rows.map(({ id, ...order }) => [id, order]))
}
