import { z } from 'zod'
import { money, oneLine, timestamp } from '../codecs.ts'
import { balance } from './balance.ts'
import { TAX_FIELDS } from './messages.ts'
import { TaxState } from './tax-plan.ts'

const ppm = z.int().describe('Parts per million: 88750 is 8.875 %')

/** A row of a file, counted from 1 with the headings, and what is wrong or odd about it. */
const RowNote = z.object({ line: z.int(), note: z.string() }).meta({ id: 'TaxRowNote' })
export type RowNote = z.infer<typeof RowNote>

/** What a file of tax rates holds, and what loading it changes. A file with a broken row is not loaded at all. */
export const ZipTableAccount = z
  .object({
    state: TaxState,
    rows: z.int().describe('Rows that could be read'),
    added: z.int().describe('ZIP codes that the table did not have'),
    changed: z.int().describe('ZIP codes with another rate than before'),
    removed: z.int().describe('ZIP codes that the file no longer has'),
    broken: z.array(RowNote).describe('The first rows that cannot be read'),
    brokenRows: z.int(),
    odd: z.array(RowNote).describe('The first rows to look at: they are loaded as they are'),
    oddRows: z.int(),
    isLoaded: z.boolean(),
  })
  .meta({ id: 'ZipTableAccount' })
export type ZipTableAccount = z.infer<typeof ZipTableAccount>

export const ZipTableKey = z.object({ state: TaxState })
export const ZipTableQuery = z.object({
  name: oneLine.trim().max(200).default('').describe('The name of the file'),
  dryRun: z.enum(['true', 'false']).default('false').describe('Only say what the file would change'),
})

export const ZipRateKey = z.object({ state: TaxState, zip: z.string().regex(/^\d{5}$/, TAX_FIELDS.homeZip) })
export const ZipRate = z.object({
  ppm: z.int(TAX_FIELDS.rateDecimals).min(0, TAX_FIELDS.rateRange).max(1_000_000, TAX_FIELDS.rateRange),
})

/** What a state charges, for orientation. `state` of the shop's tables, and ZIP codes that no table has. */
export const TaxStates = z
  .object({
    asOf: z.string().describe('The month of these facts'),
    source: z.string(),
    states: z.array(
      z.object({
        state: TaxState,
        hasTax: z.boolean(),
        sourcing: z.enum(['origin', 'destination', 'mixed']).describe('Whose ZIP code decides for a seller at home'),
        shipping: z.enum(['taxed', 'untaxed', 'pickup']).describe('pickup: untaxed unless it could be picked up'),
        zips: z.int().describe('ZIP codes in the shop’s table'),
        loadedAt: timestamp.nullable(),
        table: z.string().nullable().describe('The file that was loaded last'),
      }),
    ),
    unknownZips: z
      .array(z.object({ state: TaxState, zip: z.string(), city: z.string(), orders: z.int() }))
      .describe('ZIP codes of orders that were charged the state’s own rate, since the table lacks them'),
  })
  .meta({ id: 'TaxStates' })
export type TaxStates = z.infer<typeof TaxStates>

const day = z.iso.date(TAX_FIELDS.enterDay).refine((text) => text > '2000' && text < '2100', TAX_FIELDS.enterDay)

/** Whole days of the shop, the last one included. */
export const ReportQuery = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { message: TAX_FIELDS.daysReversed, path: ['to'] })
export type ReportQuery = z.infer<typeof ReportQuery>

const figures = {
  orders: z.int(),
  goods: balance.describe('Items and gift wrap, before discounts'),
  discounts: balance,
  shipping: balance,
  exempt: balance.describe('What a coupon freed from tax'),
  base: balance.describe('What was taxed'),
  tax: balance,
  refunds: z.int(),
  refunded: balance.describe('All that was refunded'),
  refundedShipping: balance,
  refundedTax: balance,
}

/** Sales by the day they were paid and refunds by the day they were completed, for each state, place and rate. */
export const SalesTaxReport = z
  .object({
    rows: z.array(
      z.object({
        country: z.string(),
        state: z.string().nullable(),
        place: z.string().nullable().describe('As the table of ZIP codes calls it'),
        ppm: ppm.nullable().describe('Null for orders from before the shop recorded rates'),
        ...figures,
      }),
    ),
    total: z.object(figures),
  })
  .meta({ id: 'SalesTaxReport' })
export type SalesTaxReport = z.infer<typeof SalesTaxReport>

/** How close the shop is to the threshold of a state. */
const Year = z.object({ year: z.int(), amount: balance, orders: z.int(), outside: balance, outsideOrders: z.int() })
export const TaxThresholds = z
  .object({
    asOf: z.string(),
    source: z.string(),
    states: z.array(
      z.object({
        state: TaxState,
        threshold: money.nullable().describe('Sales a year from which a seller elsewhere has to register'),
        sales: z.int().nullable().describe('Orders a year that count as well'),
        count: z.enum(['and', 'or']).nullable().describe('Whether both have to be reached, or one of them'),
        years: z.array(Year).describe('This calendar year and the last one, with sales elsewhere'),
        share: z.number().describe('Of the threshold, in the year with more'),
        level: z.enum(['far', 'near', 'reached']).describe('near: at least 80 %'),
      }),
    ),
  })
  .meta({ id: 'TaxThresholds' })
export type TaxThresholds = z.infer<typeof TaxThresholds>

export const OutsideSalesKey = z.object({ state: TaxState, year: z.coerce.number().int().min(2020).max(2099) })
export const OutsideSales = z.object({
  amount: money.refine((cents) => cents <= MOST_CENTS, TAX_FIELDS.outsideTooHigh),
  orders: z.int(TAX_FIELDS.wholeOrders).min(0, TAX_FIELDS.wholeOrders).max(10_000_000, TAX_FIELDS.outsideTooHigh),
})
const MOST_CENTS = 100_000_000_000
