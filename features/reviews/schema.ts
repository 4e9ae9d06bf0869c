// Reviews of buyers, the photos in them, whom the shop has asked, and whether it asks.
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { HELD_FOR } from './contract.ts'
import { HIDING_REASONS } from './limits.ts'

/** Whether buyers are asked, in one row. */
export const reviewSettings = table(
  'review_settings',
  {
    id: boolean().primaryKey().default(true),
    isOn: boolean().notNull(),
    /** The days between the arrival of an order and the email. */
    days: smallint().notNull(),
    /** When asking was switched on last: who would have been asked before is not. */
    onSince: timestampNow(),
  },
  (t) => [check('review_settings_one', sql`${t.id}`), check('review_settings_days', sql`${t.days} between 1 and 60`)],
)

/** The orders whose buyers were asked, once each. The link of the email is signed for the order. */
export const reviewAsks = table('review_asks', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  createdAt: timestampNow(),
})

/** The reviews of pieces that were bought here, one for each line of an order. */
export const reviews = table(
  'reviews',
  {
    id: uuidKey(),
    orderId: uuid()
      .notNull()
      .references(() => reviewAsks.orderId, { onDelete: 'cascade' }),
    line: integer().notNull(),
    /** The product; of a choice the product that comes in it. */
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    stars: smallint().notNull(),
    words: text().notNull(),
    /** The name that the buyer chose to show. */
    name: text().notNull(),
    state: text({ enum: ['waiting', 'shown', 'hidden'] }).notNull(),
    /** What it has that made it wait; of a shown one until its words change. */
    heldFor: text({ enum: HELD_FOR }),
    /** Since when it waits for the seller. */
    waitsSince: timestampTz(),
    hiddenFor: text({ enum: HIDING_REASONS }),
    /** The seller's answer. */
    reply: text().notNull().default(''),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
  },
  (t) => [
    foreignKey({ columns: [t.orderId, t.line], foreignColumns: [orderItems.orderId, orderItems.line] }).onDelete(
      'cascade',
    ),
    uniqueIndex('reviews_line').on(t.orderId, t.line),
    index('reviews_of_product').on(t.productId, t.createdAt.desc(), t.id.desc()).where(sql`${t.state} = 'shown'`),
    index('reviews_shown').on(t.createdAt.desc(), t.id.desc()).where(sql`${t.state} = 'shown'`),
    index('reviews_newest').on(t.createdAt.desc(), t.id.desc()),
    index('reviews_waiting').on(t.waitsSince).where(sql`${t.state} = 'waiting'`),
    check('reviews_stars', sql`${t.stars} between 1 and 5`),
    check('reviews_words', sql`length(${t.words}) <= 2000`),
    check('reviews_reply', sql`length(${t.reply}) <= 1000`),
    check('reviews_state', sql`${t.state} in ('waiting', 'shown', 'hidden')`),
    check('reviews_waits', sql`(${t.state} = 'waiting') = (${t.waitsSince} is not null)`),
    check('reviews_hidden', sql`(${t.state} = 'hidden') = (${t.hiddenFor} is not null)`),
  ],
)

/** The photos that the buyer of an order has uploaded. One in no review is deleted after a day. */
export const reviewPhotos = table(
  'review_photos',
  {
    imageId: uuid()
      .primaryKey()
      .references(() => images.id, { onDelete: 'cascade' }),
    orderId: uuid()
      .notNull()
      .references(() => reviewAsks.orderId, { onDelete: 'cascade' }),
    reviewId: uuid().references(() => reviews.id, { onDelete: 'set null' }),
    position: smallint().notNull().default(0),
  },
  (t) => [index('review_photos_review').on(t.reviewId, t.position), index('review_photos_order').on(t.orderId)],
)
