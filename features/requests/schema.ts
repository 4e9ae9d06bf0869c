// Requests of shoppers about a product.
import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { users } from '#server/shop/schema/users.ts'

const states = ['unconfirmed', 'waiting', 'told', 'answered', 'ended'] as const

/** Requests: to hear when a product can be bought again (`back`), or for another one like it (`sister`). */
export const requests = table(
  'requests',
  {
    id: uuidKey(),
    kind: text({ enum: ['back', 'sister'] }).notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    email: text().notNull(),
    /** The user who was signed in. Their address is no more proven than a visitor's. */
    userId: uuid().references(() => users.id),
    words: text().notNull().default(''),
    state: text({ enum: states }).notNull().default('unconfirmed'),
    createdAt: timestampNow(),
    confirmedAt: timestampTz(),
    /** When it was told, answered or ended. */
    doneAt: timestampTz(),
    /** The seller's answer to a request for a sister piece, as she sent it. */
    answer: text({ enum: ['yes', 'listed', 'no'] }),
    answerWords: text(),
    answerProductId: uuid().references(() => products.id),
  },
  (t) => [
    check('requests_kind', sql`${t.kind} in ('back', 'sister')`),
    check('requests_state', sql`${t.state} in ('unconfirmed', 'waiting', 'told', 'answered', 'ended')`),
    check('requests_words', sql`length(${t.words}) <= 500`),
    check('requests_done', sql`(${t.state} in ('unconfirmed', 'waiting')) = (${t.doneAt} is null)`),
    check('requests_answer', sql`(${t.state} = 'answered') = (${t.answer} is not null)`),
    uniqueIndex('requests_open')
      .on(t.kind, t.productId, sql`lower(${t.email})`)
      .where(sql`${t.state} in ('unconfirmed', 'waiting')`),
    index('requests_waiting').on(t.kind, t.productId, t.createdAt).where(sql`${t.state} = 'waiting'`),
    index('requests_product').on(t.productId, t.doneAt),
    index('requests_email').on(sql`lower(${t.email})`),
  ],
)
