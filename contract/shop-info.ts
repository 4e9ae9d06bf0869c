import { z } from 'zod'
import { money, percent } from './codecs.ts'

/** What everybody may know of the shop: who sells here, and what is added to the price of the pieces. */
export const ShopInfo = z
  .object({
    name: z.string(),
    tagline: z.string(),
    story: z.string().describe('Paragraphs, with an empty line between them'),
    email: z.string(),
    socialUrl: z.string().describe('Empty when there is none'),
    photosUrl: z.string().describe('Empty when there is none'),
    timeZone: z.string().describe('By whose days coupons end, such as America/Chicago'),
    tax: percent.describe('Percent of the items'),
    shippingOne: money.describe('For one item'),
    shippingMore: money.describe('For more than one'),
  })
  .meta({ id: 'ShopInfo' })
export type ShopInfo = z.infer<typeof ShopInfo>
