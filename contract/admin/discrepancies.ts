// Discrepancies between the payments of the shop and those of the card service, as admins review and close them.
import { z } from 'zod'
import { id, oneLine, timestamp } from '../codecs.ts'
import { pageNumber, paging } from '../lists.ts'
import { DISCREPANCY_FIELDS } from './messages.ts'

export const NOTE_MAX = 500

/** Query of the discrepancy list: open or closed ones. */
export const DiscrepancyQuery = z.object({ state: z.enum(['open', 'closed']).default('open'), pageNumber })
export type DiscrepancyQuery = z.infer<typeof DiscrepancyQuery>

export const Discrepancy = z
  .object({
    _id: z.string(),
    title: z.string(),
    happened: z.string().describe('What happened, in one or two sentences'),
    advice: z.string().describe('What to do about it'),
    order: z.object({ _id: id, number: z.int() }).nullable().describe('The order it is about, if it is known'),
    action: z
      .enum(['ask_again', 'record_refund', 'repeat_refund'])
      .nullable()
      .describe('The step by which the shop can settle it'),
    payout: z.string().nullable().describe('The payout it is about'),
    reference: z.string().describe('Its id at the card service'),
    since: timestamp,
    closed: z
      .object({ at: timestamp, by: z.string(), note: z.string() })
      .nullable()
      .describe('Who closed it, when, and with which note'),
  })
  .meta({ id: 'Discrepancy' })
export type Discrepancy = z.infer<typeof Discrepancy>

export const DiscrepancyPage = z
  .object({ discrepancies: z.array(Discrepancy), ...paging })
  .meta({ id: 'DiscrepancyPage' })
export type DiscrepancyPage = z.infer<typeof DiscrepancyPage>

export const DiscrepancyKey = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31),
})

/** The admin's note on closing a discrepancy. */
export const DiscrepancyNote = z.object({
  note: oneLine.trim().min(1, DISCREPANCY_FIELDS.enterNote).max(NOTE_MAX, DISCREPANCY_FIELDS.noteTooLong(NOTE_MAX)),
})
export type DiscrepancyNote = z.infer<typeof DiscrepancyNote>
