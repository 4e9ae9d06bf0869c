import { sql } from 'drizzle-orm'
import { boolean, check, integer } from 'drizzle-orm/pg-core'
import { table, timestampTz } from '#server/platform/db/columns.ts'

/** How far the owner is with a shop of her own, in a single row; none while the demo is new. */
export const ownShop = table(
  'own_shop',
  {
    id: boolean().primaryKey().default(true),
    /** When the demo was cleared, or a shop without a demo opened. */
    startedAt: timestampTz(),
    /** Whether she chose to go on looking at the demo. */
    keepsDemo: boolean().notNull().default(false),
    /** The card of the welcome that comes next, from 0. */
    welcomeStep: integer().notNull().default(0),
    welcomeDone: boolean().notNull().default(false),
  },
  (t) => [check('own_shop_single', sql`${t.id}`)],
)
