import { sql } from 'drizzle-orm'
import { boolean, check, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { discountChecks, discountColumns } from './discount-columns.ts'

export const coupons = table(
  'coupons',
  {
    id: uuidKey(),
    code: text().notNull(),
    ...discountColumns(),
    oneTime: boolean().notNull().default(false),
    /** How many orders it can pay for in all; null: any number. */
    maxUses: integer(),
    /** Each person can use it once, by account and by email address. */
    perPerson: boolean().notNull().default(false),
    freeShip: boolean().notNull().default(false),
    taxFree: boolean().notNull().default(false),
    /** A new coupon cannot be used until it is saved. */
    draft: boolean().notNull().default(true),
    createdAt: timestampNow(),
    deletedAt: timestampTz(),
  },
  (t) => [
    uniqueIndex('coupons_code').on(sql`lower(${t.code})`).where(sql`${t.deletedAt} is null`),
    ...discountChecks('coupons', t),
    check('coupons_max_uses', sql`${t.maxUses} > 0`),
    check('coupons_code_reserved', sql`lower(${t.code}) <> 'invalid'`),
  ],
)
