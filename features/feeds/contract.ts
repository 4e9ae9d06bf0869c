// What the shop offers to programs that look for products.
import { z } from 'zod'

export const FeedSettings = z
  .object({
    assistantsMayRead: z
      .boolean()
      .describe('Whether AI assistants may read the shop: its summary and catalog for them, and its pages'),
  })
  .meta({ id: 'FeedSettings' })
export type FeedSettings = z.infer<typeof FeedSettings>

export const Feeds = FeedSettings.extend({
  google: z.url().describe('The address of all products, for Google, Meta and Pinterest'),
  newest: z.url().describe('The address of the newest products, in Atom'),
  withoutPhoto: z.int().describe('How many products the first one leaves out because they have no photo'),
  isPickupOnly: z.boolean().describe('Whether the shop ships nowhere, so that the first one is empty'),
}).meta({ id: 'Feeds' })
export type Feeds = z.infer<typeof Feeds>
