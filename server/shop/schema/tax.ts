import { sql } from 'drizzle-orm'
import { bigint, char, check, integer, jsonb, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { table, timestampNow } from '#server/platform/db/columns.ts'

/** Parts of a tax rate, in parts per million. */
export type RateParts = Partial<Record<'state' | 'county' | 'city' | 'special', number>>

/** The tax rates of ZIP codes, in parts per million. A file replaces those of its state. */
export const taxRates = table(
  'tax_rates',
  {
    state: char({ length: 2 }).notNull(),
    zip: char({ length: 5 }).notNull(),
    ppm: integer().notNull(),
    parts: jsonb().$type<RateParts>(),
    /** The tax region, as the file calls it. */
    place: text(),
    /** How doubtful the rate is, as the file says. */
    risk: text(),
    /** The name of the file, or `by hand`. */
    source: text().notNull(),
    loadedAt: timestampNow(),
  },
  (t) => [
    primaryKey({ columns: [t.state, t.zip] }),
    check('tax_rates_zip', sql`${t.state} ~ '^[A-Z]{2}$' and ${t.zip} ~ '^[0-9]{5}$'`),
    check('tax_rates_ppm', sql`${t.ppm} between 0 and 1000000`),
  ],
)

/** Sales at fairs and marketplaces, which count toward a state's threshold: one figure for each state and year. */
export const outsideSales = table(
  'outside_sales',
  {
    state: char({ length: 2 }).notNull(),
    year: smallint().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
    orders: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.state, t.year] }),
    check('outside_sales_figures', sql`least(${t.cents}, ${t.orders}) >= 0`),
  ],
)
