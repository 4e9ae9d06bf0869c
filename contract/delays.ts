// Delays of orders: the seller names a new day by which an order ships, and its buyer waits or wants the money back.
import { z } from 'zod'

/** What a buyer answers: to wait for the new day, or to get the money back. */
export const DelayAnswer = z.enum(['wait', 'refund'])
export type DelayAnswer = z.infer<typeof DelayAnswer>

/** The latest delay of an order. */
export const Delay = z
  .object({
    wasBy: z.iso.date().describe('The day that the new one replaces'),
    shipBy: z.iso.date(),
    words: z.string().describe("The seller's words about it, perhaps none"),
    answerBy: z.iso
      .date()
      .nullable()
      .describe('Without an answer by this day, the money goes back; null when no answer means to wait'),
    answer: DelayAnswer.nullable(),
  })
  .meta({ id: 'Delay' })
export type Delay = z.infer<typeof Delay>

/** A buyer's answer on the page of the order. */
export const NewDelayAnswer = z.object({ answer: DelayAnswer })

/** A buyer's answer with the signed part of a link in the message about the delay. */
export const LinkedDelayAnswer = z.object({ link: z.string().max(200), answer: DelayAnswer })
export type LinkedDelayAnswer = z.infer<typeof LinkedDelayAnswer>

/** The order whose delay was answered with a link. */
export const AnsweredDelay = z
  .object({ number: z.int(), shipBy: z.iso.date(), answer: DelayAnswer })
  .meta({ id: 'AnsweredDelay' })
export type AnsweredDelay = z.infer<typeof AnsweredDelay>
