// What a bookkeeper needs of each month: sales, refunds, tax and fees, by the way in which they were paid.
import { z } from 'zod'
import { balance } from '#contract/admin/balance.ts'
import { REPORT_FIELDS } from '#contract/admin/messages.ts'
import { Month } from '#contract/admin/months.ts'
import { totalsOf } from '#contract/admin/totals.ts'

const MOST_MONTHS = 60

/** How many months there are from one to another, both included. */
const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5)) + 1

/** Whole months of the shop, the last one included. */
export const StatementQuery = z
  .object({ from: Month, to: Month })
  .refine(({ from, to }) => from <= to, { message: REPORT_FIELDS.monthsReversed, path: ['to'] })
  .refine(({ from, to }) => monthsBetween(from, to) <= MOST_MONTHS, {
    message: REPORT_FIELDS.tooManyMonths(MOST_MONTHS),
    path: ['to'],
  })
export type StatementQuery = z.infer<typeof StatementQuery>

/** The ways in which orders are paid: `free` ones have a total of zero, and gifts are no sales. */
export const PAID_WAYS = ['card', 'cash', 'other', 'free'] as const

const figures = {
  orders: z.int().describe('Orders paid in this month'),
  goods: balance.describe('Items before discounts'),
  wrap: balance.describe('Gift wrap'),
  discounts: balance,
  shipping: balance,
  tax: balance.describe('Sales tax collected'),
  taxInPrices: balance.describe('The part of the tax that is in the prices, and so counted in goods and shipping'),
  sales: balance.describe('goods + wrap - discounts + shipping + tax - taxInPrices: what buyers paid'),
  refunds: z.int().describe('Refunds completed in this month, whenever their orders were paid'),
  refunded: balance,
  refundedShipping: balance.describe('The shipping in `refunded`'),
  refundedTax: balance.describe('The tax in `refunded`'),
  disputed: balance.describe('The part of `refunded` that banks took back in disputes'),
  fees: balance.describe('What the card service charged for payments and refunds, less what it returned'),
  withoutFee: z.int().describe('Card payments whose fee the card service has not said yet'),
  net: balance.describe('sales - refunded - fees'),
}
const Figures = z.object(figures)
export type StatementFigures = z.infer<typeof Figures>

/** Sales by the month they were paid in, refunds by the month they were completed in, in the shop's time zone. */
export const MonthlyStatement = z
  .object({
    timeZone: z.string(),
    rows: z
      .array(z.object({ month: Month, way: z.enum(PAID_WAYS), ...figures }))
      .describe('By month and way to pay; without those of which nothing was sold or refunded'),
    total: Figures,
    taxes: z
      .array(z.object({ country: z.string(), state: z.string().nullable(), tax: balance, refundedTax: balance }))
      .describe('Tax by state, of all these months'),
  })
  .meta({ id: 'MonthlyStatement' })
export type MonthlyStatement = z.infer<typeof MonthlyStatement>
export type StatementRow = MonthlyStatement['rows'][number]

/** The figures that are sums of cents or counts, which add up over rows. */
export const STATEMENT_FIGURES = Object.keys(figures) as (keyof StatementFigures)[]
/** Those that count something and are no amounts. */
export const STATEMENT_COUNTS: ReadonlySet<keyof StatementFigures> = new Set(['orders', 'refunds', 'withoutFee'])

/** The sum of some rows, in cents. */
export const statementTotal = (rows: readonly StatementFigures[]): StatementFigures => totalsOf(STATEMENT_FIGURES, rows)
