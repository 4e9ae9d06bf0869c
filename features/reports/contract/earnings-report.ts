// What the pieces sold in a month have left for the seller's work.
import { z } from 'zod'
import { balance } from '#contract/admin/balance.ts'
import { Month } from '#contract/admin/months.ts'
import { id } from '#contract/codecs.ts'

export const EarningsKey = z.object({ month: Month })

const figures = {
  pieces: z.int().describe('Sold and not put back into stock'),
  revenue: balance.describe('What buyers paid for them and for their shipping, without tax and less refunds'),
  costs: balance.describe('Material, packaging and postage'),
  fees: balance.describe('Of card payments'),
  earned: balance.describe('revenue - costs - fees'),
  minutes: z.int().describe('Of work, on the pieces whose minutes are counted'),
  perHour: balance.nullable().describe('What these minutes paid an hour; null without any'),
}
const Figures = z.object(figures)
export type EarningsFigures = z.infer<typeof Figures>

const product = { product: id, name: z.string() }
const unknown = { pieces: z.int(), revenue: balance }

/** How many products the report lists of either kind, the rest being summed up. */
export const MOST_EARNINGS_ROWS = 500

/** What is left of the sales of a month, by product, as of now: refunds made later are in it. */
export const EarningsReport = z
  .object({
    rows: z
      .array(z.object({ ...product, ...figures }))
      .describe(`Products whose costs were known, most earned first, ${MOST_EARNINGS_ROWS} at most`),
    others: z
      .object({ products: z.int(), ...figures })
      .nullable()
      .describe('All other products whose costs were known, together; null without any'),
    total: Figures,
    unknown: z
      .array(z.object({ ...product, ...unknown, hasCosts: z.boolean().describe('Whether its costs are known by now') }))
      .describe(`What was sold while nobody had entered its costs, most paid first, ${MOST_EARNINGS_ROWS} at most`),
    unknownOthers: z
      .object({ products: z.int(), ...unknown })
      .nullable()
      .describe('All other products that were sold while nobody had entered their costs, together; null without any'),
    estimated: z.int().describe('Card payments whose fee is computed from the rate, because it is not known yet'),
    hourlyPay: balance.nullable().describe('What an hour of work shall pay'),
  })
  .meta({ id: 'EarningsReport' })
export type EarningsReport = z.infer<typeof EarningsReport>
