import { z } from 'zod'
import { PickedProduct } from '#contract/admin/goods.ts'
import { id, isWholeCents, money, oneLine, timestamp } from '#contract/codecs.ts'
import { pageNumber, paging } from '#contract/lists.ts'
import { toCents, toDollars } from '#contract/money.ts'
import { SALE_FIELDS } from './messages.ts'

export const SALE_NAME_MAX = 80
/** The most categories, collections or products that a sale names. */
export const MOST_TARGETS = 200

export const SaleState = z.enum(['planned', 'running', 'ended'])
export type SaleState = z.infer<typeof SaleState>

/** Percent in JSON, hundredths of a percent elsewhere: more than nothing, and less than everything. */
const percentOff = z.codec(
  z
    .number(SALE_FIELDS.enterPercent)
    .min(0.01, SALE_FIELDS.enterPercent)
    .max(99.99, SALE_FIELDS.enterPercent)
    .refine(isWholeCents, SALE_FIELDS.enterPercent),
  z.int(),
  { decode: (shown) => Math.round(shown * 100), encode: (basisPoints) => basisPoints / 100 },
)

const price = z.codec(
  z.number(SALE_FIELDS.enterPrice).min(0.01, SALE_FIELDS.enterPrice).max(1_000_000).refine(isWholeCents),
  z.int(),
  { decode: toCents, encode: toDollars },
)

const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/

/** A day of the shop, or a day and a time: 2026-11-28 or 2026-11-28T09:00. */
const shopTime = z.string(SALE_FIELDS.enterTime).refine((text) => {
  const [day, time = '00:00'] = text.split('T')
  return z.iso.date().safeParse(day).success && TIME_PATTERN.test(time)
}, SALE_FIELDS.enterTime)

const MostOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MOST_TARGETS, SALE_FIELDS.tooMany(MOST_TARGETS))

/** What a sale is for: the products of these categories and collections, and these. */
export const SaleTargets = z
  .object({
    categories: MostOf(z.string().max(60)).describe('Their `name`'),
    collections: MostOf(id),
    products: MostOf(id),
  })
  .meta({ id: 'SaleTargets' })
export type SaleTargets = z.infer<typeof SaleTargets>

const fields = {
  name: oneLine.trim().min(1, SALE_FIELDS.enterName).max(SALE_NAME_MAX, SALE_FIELDS.nameTooLong(SALE_NAME_MAX)),
  percent: percentOff.nullable().describe('Off the regular price. Null for a sale at one price'),
  price: price.nullable().describe('What each product costs. Null for a percentage'),
  only: SaleTargets.nullable().describe('Null: all products'),
  starts: shopTime.describe('In the time zone of the shop. A day alone means its beginning'),
  ends: shopTime.describe('As `starts`; a day alone is the last one'),
}

/** A sale as a seller plans it. */
export const SaleUpdate = z
  .object({ ...fields, version: z.string().max(100).optional().describe('The version that was loaded') })
  .refine(({ percent, price: one }) => (percent === null) !== (one === null), {
    path: ['percent'],
    error: SALE_FIELDS.percentOrPrice,
  })
  .refine(({ only }) => !only || Object.values(only).some((list) => list.length > 0), {
    path: ['only'],
    error: SALE_FIELDS.chooseTarget,
  })
export type SaleUpdate = z.infer<typeof SaleUpdate>

export const AdminSale = z
  .object({
    _id: id,
    ...fields,
    startsAt: timestamp,
    endsAt: timestamp.describe('The first moment after the sale'),
    state: SaleState,
  })
  .meta({ id: 'Sale' })
export type AdminSale = z.infer<typeof AdminSale>
export const AdminSales = z.array(AdminSale)

/** A sale as an admin edits it. */
export const EditedSale = AdminSale.extend({
  products: z.array(PickedProduct).describe('Those that it names itself'),
  version: z.string().describe('Changes with every edit'),
}).meta({ id: 'EditedSale' })
export type EditedSale = z.infer<typeof EditedSale>

export const SaleId = z.object({ id })

export const SalePreviewQuery = z.object({
  pageNumber,
  sale: id.optional().describe('The sale that is edited'),
})

/** What a product or a choice will cost in the sale. */
const PreviewedPrice = z
  .object({
    _id: id,
    name: z.string(),
    price: money.describe('Its regular price'),
    salePrice: money.nullable().describe('Null: it is not in the sale'),
    wasPrice: money.nullable().describe('What is crossed out; null when nothing is'),
    inSale: z.string().nullable().describe('The sale that has started first, and keeps the product until it ends'),
    isNew: z.boolean().describe('Whether its regular price was asked for less than 30 days'),
  })
  .meta({ id: 'PreviewedPrice' })
export type PreviewedPrice = z.infer<typeof PreviewedPrice>

export const SalePreview = z
  .object({
    prices: z.array(PreviewedPrice),
    ...paging,
    reduced: z.int().describe('How many products and choices get a lower price'),
    others: z.int().describe('How many stay in another sale'),
    atRegularPrice: z
      .int()
      .describe('How many stay as they are, because they cost no more than the sale price or came too late'),
    recent: z.int().describe('How many of those that get a lower price had their regular price for less than 30 days'),
  })
  .meta({ id: 'SalePreview' })
export type SalePreview = z.infer<typeof SalePreview>
