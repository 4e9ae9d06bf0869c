import { z } from 'zod'
import { BackupAlarm } from '#contract/admin/backup-alarm.ts'
import { OrderWay } from '#contract/admin/orders.ts'
import { Waiting } from '#contract/admin/waiting.ts'
import { id, timestamp } from '#contract/codecs.ts'
import { toCents, toDollars } from '#contract/money.ts'
import { ProductImage } from '#contract/products.ts'
import { ClosedNow } from '#contract/shop-info.ts'

/** Period that sales are grouped by. */
export const Period = z.enum(['day', 'week', 'month'])
export type Period = z.infer<typeof Period>

/** How far back the chart looks: how many days, weeks or months, the present one among them. */
export const PERIODS_SHOWN: Record<Period, number> = { day: 30, week: 12, month: 12 }

/** Days over which best sellers and coupons are counted. */
export const TRADE_DAYS = 90

/** Days over which orders placed are compared with those paid. */
export const CONVERSION_DAYS = 30

export const DashboardQuery = z.object({ period: Period.default('day') })
export type DashboardQuery = z.infer<typeof DashboardQuery>

/** Like `money`, without its upper limit: a sum over many orders. */
const sum = z.codec(z.number().min(0), z.int(), { decode: toCents, encode: toDollars })

/** Sales of a day, a week (from Monday) or a month in the shop's time zone. */
export const Sales = z
  .object({
    from: z.iso.date().describe('The first day of the period'),
    orders: z.int().describe('Orders paid within it'),
    taken: sum.describe('Their total, without gifts'),
    withoutCard: sum.describe('The part that was paid without a card'),
    refunded: sum.describe('Refunds made in this period, whenever the orders were paid'),
  })
  .meta({ id: 'Sales' })
export type Sales = z.infer<typeof Sales>

const SalesSoFar = z.object({ now: Sales, before: Sales })

const Shelf = z
  .object({ count: z.int(), products: z.array(z.object({ _id: id, name: z.string(), qty: z.int() })) })
  .meta({ id: 'Shelf' })
export type Shelf = z.infer<typeof Shelf>

const WaitingOrder = z.object({
  _id: id,
  number: z.int(),
  name: z.string(),
  pieces: z.int(),
  totalPrice: sum,
  paidAt: timestamp,
  shipBy: z.iso.date().nullable().describe('The day of the shop by which it ships'),
  way: OrderWay,
  isDemo: z.boolean().describe('Paid in a demo: no money moved'),
})

const OrderedPiece = z.object({
  _id: id.describe('The order'),
  number: z.int(),
  line: z.int(),
  name: z.string(),
  qty: z.int().describe('Without units that were refunded'),
  answers: z.array(z.object({ label: z.string(), answer: z.string() })),
  shipBy: z.iso.date().nullable().describe('The day of the shop by which the order ships'),
  way: OrderWay,
})
export type OrderedPiece = z.infer<typeof OrderedPiece>

const BestSeller = z
  .object({
    _id: id,
    name: z.string(),
    image: ProductImage.nullable(),
    isDeleted: z.boolean(),
    pieces: z.int(),
    amount: sum.describe('Sales of this product, before discounts'),
  })
  .meta({ id: 'BestSeller' })
export type BestSeller = z.infer<typeof BestSeller>

/** Sales figures and open tasks, in one answer. */
export const Dashboard = z
  .object({
    period: Period.describe('The periods that sales are grouped by'),
    sales: z.array(Sales).describe('Oldest first; the last one is the current period'),
    soFar: z.object({ day: SalesSoFar, week: SalesSoFar, month: SalesSoFar }),
    toShip: z.object({
      count: z.int(),
      late: z.int().describe('Those of them that were to ship before today'),
      toRefund: z.int().describe('Those of them whose buyer did not agree to a delay'),
      next: z.array(WaitingOrder).describe('Those to ship first'),
    }),
    toMake: z
      .object({ count: z.int(), next: z.array(OrderedPiece).describe('Those to make first') })
      .describe('Products of orders to ship that are made to order, or that the buyer answered questions about'),
    unpaid: z.object({ count: z.int(), total: sum }).describe('Orders placed and not paid'),
    waiting: Waiting.shape.counts,
    disputes: z
      .object({
        count: z.int(),
        next: z.array(z.object({ _id: id, number: z.int(), dueAt: timestamp.nullable() })),
      })
      .describe('Disputes that wait for the seller’s answer, those to answer first first'),
    cancelRequests: z
      .object({ count: z.int(), next: z.array(z.object({ _id: id, number: z.int() })) })
      .describe('Paid orders whose buyers ask to cancel them, those that wait longest first'),
    manyDeclines: z
      .literal(true)
      .optional()
      .describe(
        'So many cards were declined lately that buyers who have never paid by card need the robot check. Only then',
      ),
    backups: BackupAlarm.nullable().describe('What is wrong with the backups of a shop that is no demo any more'),
    closed: ClosedNow.nullable().describe('Time off that lasts today'),
    lowStock: z.int().describe('A product with this many or fewer in stock is low'),
    low: Shelf,
    soldOut: Shelf.describe('Products that are sold out, without those that are one of a kind'),
    bestSellers: z.array(BestSeller),
    coupons: z.array(z.object({ _id: id, code: z.string(), uses: z.int(), discount: sum })),
    conversion: z.object({ placed: z.int(), paid: z.int() }),
    start: z
      .object({ hasProducts: z.boolean(), hasSold: z.boolean() })
      .describe('Whether something is for sale, and whether something was sold'),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>
