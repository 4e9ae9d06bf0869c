// Devices on which those who run the shop get notices, and the notices.
import { sql } from 'drizzle-orm'
import { index, integer, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DeskEventKind } from '#contract/admin/desk-events.ts'
import { identityKey, table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { sessions, users } from '#server/shop/schema/users.ts'

/** Subscriptions of browsers to Web Push. */
export const pushDevices = table(
  'push_devices',
  {
    id: uuidKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The session that ends it; null once that has expired, which no sign-out ends any more. */
    sessionHash: text().references(() => sessions.tokenHash, { onUpdate: 'cascade', onDelete: 'cascade' }),
    name: text().notNull(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The key of the shop that the browser subscribed with. */
    publicKey: text().notNull(),
    events: text().array().$type<DeskEventKind>().notNull(),
    createdAt: timestampNow(),
  },
  (t) => [index('push_devices_user').on(t.userId), index('push_devices_session').on(t.sessionHash)],
)

/** Notices for devices, written in the transaction of their event. The key keeps each unique for a device. */
export const pushNotices = table(
  'push_notices',
  {
    id: identityKey(),
    deviceId: uuid()
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    dedupeKey: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** The path of the page that a tap on the notice opens. */
    path: text().notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: timestampNow(),
    /** When it was sent or given up. */
    doneAt: timestampTz(),
    createdAt: timestampNow(),
  },
  (t) => [
    unique('push_notices_once').on(t.deviceId, t.dedupeKey),
    index('push_notices_undone').on(t.nextTryAt).where(sql`${t.doneAt} is null`),
  ],
)

/** The version before has here the products that it told of as low in stock. A version later a migration drops it. */
export const pushLowProducts = table('push_low_products', {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
})
