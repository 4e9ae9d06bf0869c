// Schemas of what was brought along of another shop's past, as the seller sees it.
import { z } from 'zod'
import { id, timestamp } from '../codecs.ts'
import { PAST_SOURCES, PastReview } from '../history.ts'
import { keyword } from '../lists.ts'
import { balance } from './balance.ts'
import { calendarDay } from './calendar-day.ts'
import { HISTORY_FIELDS } from './messages.ts'

/** An amount of another shop's past, in its own currency: hundredths, also below zero. */
export const pastMoney = balance

const FIRST_DAY = '2005-01-01'
const DAY_MS = 86_400_000

/** A day of another shop's past: no marketplace is older, and it may be tomorrow already elsewhere. */
export const PastDay = z.iso
  .date(HISTORY_FIELDS.day)
  .refine((day) => day >= FIRST_DAY && Date.parse(day) <= Date.now() + DAY_MS, HISTORY_FIELDS.day)

const source = z.enum(PAST_SOURCES)

/** A past order in a list. */
const PastOrderRow = z
  .object({
    _id: id,
    source,
    number: z.string(),
    day: z.iso.date().describe('As the file has it, in the time zone of the other shop'),
    name: z.string().describe('Of the buyer, or else of the recipient'),
    email: z.string().describe('Empty when the file has none'),
    items: z.array(z.object({ name: z.string(), qty: z.int() })).describe('The first ones'),
    pieces: z.int().describe('All of its pieces'),
    currency: z.string(),
    total: pastMoney.nullable().describe('In `currency`; null when the file has none'),
  })
  .meta({ id: 'PastOrderRow' })
export type PastOrderRow = z.infer<typeof PastOrderRow>

/** Where a page of a list goes on: after the row with this day and id. */
const after = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
  .refine((place) => calendarDay().safeParse(place.split('_')[0]).success)
  .optional()
  .describe('The `next` of the page before')

/** Which past orders a page shows: newest first. */
export const PastOrderQuery = z.object({
  keyword,
  source: source.optional(),
  customer: id.optional().describe('Of one past customer'),
  after,
})
export type PastOrderQuery = z.infer<typeof PastOrderQuery>

const next = z.string().nullable().describe('The `after` of the next page; null on the last one')

export const PastOrderPage = z.object({ orders: z.array(PastOrderRow), next }).meta({ id: 'PastOrderPage' })
export type PastOrderPage = z.infer<typeof PastOrderPage>

const product = z.object({ _id: id, name: z.string() }).nullable()

/** A past order with everything that is kept of it. An amount that the file did not have is null. */
export const PastOrder = PastOrderRow.omit({ items: true, pieces: true })
  .extend({
    customer: z.object({ _id: id, orders: z.int().describe('How many past orders they have') }).nullable(),
    recipient: z.string(),
    address: z.array(z.string()).describe('Its lines as exported'),
    status: z.string().describe('What the other shop said about it'),
    items: z.array(
      z.object({
        name: z.string(),
        options: z.string(),
        sku: z.string(),
        qty: z.int(),
        price: pastMoney.nullable(),
        product: product.describe('The product of this shop with its SKU or its name'),
      }),
    ),
    itemsPrice: pastMoney.nullable(),
    discount: pastMoney.nullable(),
    shippingPrice: pastMoney.nullable(),
    tax: pastMoney.nullable(),
    refunded: pastMoney.nullable(),
    importedAt: timestamp,
  })
  .meta({ id: 'PastOrder' })
export type PastOrder = z.infer<typeof PastOrder>

/** A past review for the seller. */
export const AdminPastReview = PastReview.extend({
  _id: id,
  orderNumber: z.string().describe('Of its order in the other shop; empty when the file has none'),
  hidden: z.boolean(),
  product: product.describe('What it is about; null until it is known'),
  pastOrder: id.nullable(),
  choices: z.array(z.object({ _id: id, name: z.string() })).describe('The products of its order'),
}).meta({ id: 'AdminPastReview' })
export type AdminPastReview = z.infer<typeof AdminPastReview>

/** Which past reviews a page shows: newest first. */
export const PastReviewQuery = z.object({
  keyword,
  show: z.enum(['all', 'unassigned', 'hidden']).default('all'),
  after,
})
export type PastReviewQuery = z.infer<typeof PastReviewQuery>

export const PastReviewPage = z
  .object({ reviews: z.array(AdminPastReview), next, unassigned: z.int().describe('How many have no product') })
  .meta({ id: 'PastReviewPage' })
export type PastReviewPage = z.infer<typeof PastReviewPage>

/** What the seller can say about a past review. */
export const PastReviewChange = z.object({
  hidden: z.boolean().optional(),
  product: id.optional().describe('The product that it is about'),
})
export type PastReviewChange = z.infer<typeof PastReviewChange>

/** The orders of one person: those of this shop, and those that they placed with the same email address elsewhere. */
export const OrdersOfUser = z
  .object({
    orders: z.array(
      z.object({
        _id: id,
        number: z.int(),
        totalPrice: balance,
        isPaid: z.boolean(),
        createdAt: timestamp,
      }),
    ),
    pastOrders: z.array(PastOrderRow),
  })
  .meta({ id: 'OrdersOfUser' })
export type OrdersOfUser = z.infer<typeof OrdersOfUser>

export const HistoryKey = z.object({ id })
