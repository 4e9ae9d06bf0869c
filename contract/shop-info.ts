import { z } from 'zod'
import { money, percent } from './codecs.ts'
import { LookPhoto, Mark, Notice } from './look.ts'

/**
 * How the shop takes payments: for money, simulated for whoever tries it out on this machine, or simulated in public,
 * which every page says.
 */
export const ShopPayments = z.enum(['live', 'simulated', 'public-demo'])
export type ShopPayments = z.infer<typeof ShopPayments>

/** Where the shop links a text page: the header's pages stand in the footer, too. */
export const PagePlace = z.enum(['footer', 'header', 'none'])
export type PagePlace = z.infer<typeof PagePlace>

/** A text page that visitors can read, at `/pages/{slug}`. */
const PageLink = z.object({ slug: z.string(), title: z.string(), place: PagePlace }).meta({ id: 'PageLink' })
export type PageLink = z.infer<typeof PageLink>

/** In how many business days an order ships: within one number of days, or from one to another. */
export const ShipDays = z.object({ from: z.int(), to: z.int() }).meta({ id: 'ShipDays' })
export type ShipDays = z.infer<typeof ShipDays>

/** What becomes of orders during time off: the shop takes none, or ships them afterwards. */
export const OrdersWhileClosed = z.enum(['stop', 'later'])

/** Time off that lasts today. */
export const ClosedNow = z
  .object({ text: z.string(), orders: OrdersWhileClosed, back: z.iso.date().describe('The first day after it') })
  .meta({ id: 'ClosedNow' })
export type ClosedNow = z.infer<typeof ClosedNow>

/** Public information on the shop: name, texts, shipping and tax. */
export const ShopInfo = z
  .object({
    name: z.string(),
    tagline: z.string(),
    story: z.string().describe('Paragraphs, with an empty line between them'),
    storyTitle: z.string().describe('The heading of the story'),
    customText: z.string().describe('An offer of custom work below the story; empty when there is none'),
    categoriesTitle: z.string().describe('The heading of the categories on the home page'),
    newestTitle: z.string().describe('The heading of the newest products'),
    featuredTitle: z.string().describe('The heading of the featured products'),
    searchTitle: z.string().describe('The heading of the search dialog'),
    searchHint: z.string().describe('What an empty search box says'),
    cartEmpty: z.string().describe('What an empty cart says'),
    footerText: z.string().describe('A sentence in the footer'),
    contactText: z.string().describe('The introduction of the contact page'),
    returnsText: z.string().describe('What is promised on product pages about questions and returns'),
    thanks: z.string().describe('The last sentence of packing slips and receipts'),
    shipDays: ShipDays.nullable().describe('Null while the shop promises none'),
    email: z.string(),
    socialUrl: z.string().describe('Empty when there is none'),
    photosUrl: z.string().describe('Empty when there is none'),
    socialText: z.string().describe('Below the social page on the contact page'),
    photosText: z.string().describe('Below the photo page on the contact page'),
    timeZone: z.string().describe('The time zone of coupon end dates, such as America/Chicago'),
    voice: z.enum(['I', 'we']).describe('Whether the shop speaks as I or we'),
    tax: percent.describe('Percent of the items'),
    shippingOne: money.describe('For one item'),
    shippingMore: money.describe('For more than one'),
    shipping: z
      .object({
        from: money.describe('The lowest price'),
        freeFrom: money.optional().describe('Free when the goods cost this much'),
        regions: z.array(z.string()).optional().describe('Where it ships in the USA beside the 50 states'),
        days: ShipDays.optional().describe(
          'Business days from shipping to arrival within the USA, if all ways have them',
        ),
        countries: z.array(z.string()).optional().describe('Where it ships abroad, by two letters; `*`: everywhere'),
      })
      .optional()
      .describe('Only with a shipping plan'),
    switches: z
      .array(z.string())
      .optional()
      .describe('What the seller has switched on and visitors may know, by name. Only when there is some'),
    hasPlaceRates: z
      .literal(true)
      .optional()
      .describe('Only when shipping or tax depends on the address: `GET /api/rates` has them'),
    hasDiscounts: z
      .literal(true)
      .optional()
      .describe('Only when there are discounts without a code today: `POST /api/discounts/check` has them'),
    wrapPrice: money.nullable().describe('For the gift wrap of an order; null while the shop offers none'),
    mark: Mark,
    notice: Notice.nullable().describe('Shown above every page; null when there is none today'),
    daysOff: z
      .object({ from: z.iso.date(), to: z.iso.date() })
      .optional()
      .describe('The first and the last day of time off that is set and not over. Orders do not ship then'),
    holidays: z
      .array(z.iso.date())
      .optional()
      .describe('The next federal holidays, on which nothing ships. Not when the shop ships on them'),
    closed: ClosedNow.nullable().describe('Time off that lasts today; null while the shop is open'),
    storyPhoto: LookPhoto.nullable().describe('The photo beside the story'),
    payments: ShopPayments,
    sendsMail: z
      .literal(true)
      .optional()
      .describe('Only when emails reach people: with a mail server, and not in a public demo'),
    pages: z.array(PageLink).describe('The published text pages, in their order'),
    footerLinks: z
      .array(z.object({ to: z.string(), label: z.string() }))
      .optional()
      .describe('Links in the footer beside those of the text pages. Only when there are some'),
  })
  .meta({ id: 'ShopInfo' })
export type ShopInfo = z.infer<typeof ShopInfo>
export type Voice = ShopInfo['voice']
