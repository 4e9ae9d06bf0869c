// The facts of the demo's orders, in demo/orders.json. Amounts, days and numbers follow from them.
import { z } from 'zod'
import { HOME } from '#contract/addresses.ts'
import { money } from '#contract/codecs.ts'
import { Answers } from '#contract/questions.ts'

const Buyer = z.object({
  name: z.string(),
  email: z.string(),
  /** Whether the buyer has an account; others buy as guests. */
  account: z.boolean(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string().default(HOME),
  phone: z.string().optional(),
})

const RefundFacts = z.object({
  afterDays: z.number(),
  reason: z.string(),
  /** Whether the buyer's message has the reason. */
  tellsReason: z.boolean(),
  /** Whether all is refunded and returned to stock. */
  isWhole: z.boolean().default(false),
  pieces: z.array(z.object({ line: z.int(), qty: z.int(), restock: z.int() })).default([]),
})

const OrderFacts = z.object({
  hoursAgo: z.number(),
  /** The key of a buyer; at a market it is somebody without a name. */
  buyer: z.string(),
  items: z.array(z.object({ sku: z.string(), qty: z.int(), answers: Answers.optional() })),
  coupon: z.string().optional(),
  /** Whether it was sold at a market, for cash. */
  market: z.boolean().default(false),
  pickup: z.boolean().default(false),
  /** What the seller agreed with the buyer for shipping to a place that the shop does not offer. */
  agreedShipping: money.optional(),
  giftWrap: z.boolean().default(false),
  giftNote: z.string().optional(),
  recipient: z.string().optional(),
  shippedAfterDays: z.number().optional(),
  trackingNumber: z.string().optional(),
  refund: RefundFacts.optional(),
  cancelRequest: z.string().optional(),
})

export type BuyerFacts = z.infer<typeof Buyer>
export type OrderFacts = z.infer<typeof OrderFacts>

/** The orders of the demo, oldest first, and who placed them. */
export const DemoOrders = z.object({ buyers: z.record(z.string(), Buyer), orders: z.array(OrderFacts) })
export type DemoOrders = z.infer<typeof DemoOrders>
