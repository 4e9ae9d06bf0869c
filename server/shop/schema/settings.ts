import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, text } from 'drizzle-orm/pg-core'
import type { Fees } from '#contract/admin/fees.ts'
import type { TimeOff } from '#contract/admin/settings.ts'
import type { ShippingPlan } from '#contract/admin/shipping-plan.ts'
import type { TaxPlan } from '#contract/admin/tax-plan.ts'
import type { ShipDays } from '#contract/shop-info.ts'
import { table } from '#server/platform/db/columns.ts'

/** The settings of the shop, in a single row. */
export const settings = table(
  'settings',
  {
    id: boolean().primaryKey().default(true),
    name: text().notNull(),
    tagline: text().notNull(),
    story: text().notNull(),
    storyTitle: text().notNull(),
    customText: text().notNull(),
    categoriesTitle: text().notNull(),
    newestTitle: text().notNull(),
    featuredTitle: text().notNull(),
    searchTitle: text().notNull(),
    searchHint: text().notNull(),
    cartEmpty: text().notNull(),
    footerText: text().notNull(),
    contactText: text().notNull(),
    returnsText: text().notNull(),
    thanks: text().notNull(),
    /** Null while the shop promises no day. */
    shipDays: jsonb().$type<ShipDays>(),
    email: text().notNull(),
    socialUrl: text().notNull(),
    photosUrl: text().notNull(),
    socialText: text().notNull(),
    photosText: text().notNull(),
    timeZone: text().notNull(),
    /** Whether the shop says "I" or "we". */
    voice: text({ enum: ['I', 'we'] })
      .notNull()
      .default('I'),
    /** Whether the seller gets messages about orders. */
    orderMails: boolean().notNull().default(true),
    /** What the seller has switched on and off of features, by the names of their switches. */
    switches: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    /** Where the shop gets letters and returns, in lines. */
    postalAddress: text().notNull().default(''),
    /** Whether federal holidays are no business days. */
    restsOnHolidays: boolean().notNull().default(true),
    /** Time off; null when none is planned. */
    closed: jsonb().$type<TimeOff>(),
    /** The stock at or below which a product counts as low. */
    lowStock: integer().notNull().default(3),
    /** In basis points: 550 is 5.5 %. */
    taxBasisPoints: integer().notNull().default(0),
    /** Sales tax by state, or included in prices; null while everybody pays `taxBasisPoints`. */
    taxPlan: jsonb('tax').$type<TaxPlan>(),
    /** Whether the prices of what is handed over at a stand include the tax. */
    standTaxIncluded: boolean().notNull().default(false),
    shippingOneCents: integer().notNull().default(350),
    shippingMoreCents: integer().notNull().default(500),
    /** Where the shop ships, how, and for which prices; null: everywhere, for the two prices above. */
    shipping: jsonb().$type<ShippingPlan>(),
    /** The price of gift wrap for an order; null while the shop offers none. */
    wrapCents: integer(),
    /** Of the card service and of a marketplace; null: the published ones. */
    fees: jsonb().$type<Fees>(),
    /** What the seller wishes to earn in an hour. */
    hourlyPayCents: integer(),
  },
  (t) => [
    check('settings_single', sql`${t.id}`),
    check('settings_voice', sql`${t.voice} in ('I', 'we')`),
    check('settings_tax', sql`${t.taxBasisPoints} between 0 and 10000`),
    check(
      'settings_figures',
      sql`least(${t.lowStock}, ${t.shippingOneCents}, ${t.shippingMoreCents}, ${t.wrapCents}, ${t.hourlyPayCents}) >= 0`,
    ),
  ],
)
