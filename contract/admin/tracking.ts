// Schemas of the file of tracking numbers that a postage service exports.
import { z } from 'zod'
import { Carrier } from '../orders.ts'
import { SentShipments } from './orders.ts'

/** Characters of a tracking file at most: about 5,000 shipments. */
export const TRACKING_FILE_MAX = 900_000

export const TrackingFile = z.object({
  file: z.string().max(TRACKING_FILE_MAX).describe('CSV with at least columns for the order and the tracking number'),
  dryRun: z.boolean().describe('Whether to say only what would happen'),
})
export type TrackingFile = z.infer<typeof TrackingFile>

/**
 * What becomes of a row. `ships`: its order is marked as shipped. `shipped`: it was before, and stays as it is.
 * `repeated`: an earlier row has the same order. `voided`: the label was refunded or voided.
 */
export const TrackingOutcome = z.enum([
  'ships',
  'shipped',
  'unknown',
  'unpaid',
  'refunded',
  'voided',
  'repeated',
  'noOrder',
  'noNumber',
  'badNumber',
])
export type TrackingOutcome = z.infer<typeof TrackingOutcome>

export const TrackingRow = z.object({
  line: z.int().describe('In the file, the headings being 1'),
  order: z.string().describe('As in the file'),
  trackingNumber: z.string(),
  carrier: Carrier.nullable().describe('As the file says, or as the number is recognized'),
  outcome: TrackingOutcome,
})
export type TrackingRow = z.infer<typeof TrackingRow>

/** Every row of the file with what became of it, or in a dry run what would become of it. */
export const TrackingReport = z
  .object({
    rows: z.array(TrackingRow),
    shipped: z.int().describe('How many orders were marked as shipped'),
    sent: SentShipments,
  })
  .meta({ id: 'TrackingReport' })
export type TrackingReport = z.infer<typeof TrackingReport>
