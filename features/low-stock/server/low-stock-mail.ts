import { and, asc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { isLow } from '#server/shop/catalog/admin-products.ts'
import { inLists } from '#server/shop/catalog/for-sale.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { isOn } from '#server/shop/settings/switches.ts'
import { LOW_STOCK } from './texts.ts'

const Payload = z.object({ productIds: z.array(z.uuid()), count: z.int() })

/** The messages about products that have become low in stock. */
export const lowStockMessages = [
  defineMessages({
    kinds: ['low_stock'],
    audience: 'shop',
    event: 'low_stock',
    eventCount: ({ count }) => count,
    payload: Payload,
    compose: (db, { payload }, shop) => lowStockMessage(db, payload, shop),
  }),
]

/** Null when the seller wants none, or has no address, and when none of the named products is low any more. */
async function lowStockMessage(db: Db, { productIds, count }: z.infer<typeof Payload>, shop: Sender) {
  if (!isOn(await shopSettings(db), 'lowStockMails') || !shop.email) return null
  const low = await stillLow(db, productIds)
  return low.length > 0 ? lowStockEmail(low, count - productIds.length, shop) : null
}

type LowProduct = { name: string; qty: number; hasChoices: boolean }

/** Those of the products that are low now, the lowest first; of a product with choices with the lowest stock of one. */
async function stillLow(db: Db, ids: string[]): Promise<LowProduct[]> {
  const lowestChoice = sql`(select min(choice.qty) from ${products} as choice
    where choice.parent_id = ${products.id} and choice.deleted_at is null and not choice.draft)`
  const qty = sql<number>`coalesce(${lowestChoice}, ${products.qty})`
  return db
    .select({ name: products.name, qty, hasChoices: sql<boolean>`${products.axes} is not null` })
    .from(products)
    .where(and(inArray(products.id, ids), inLists, isLow))
    .orderBy(asc(qty), asc(products.id))
}

/** Tells the seller of products that are low in stock, and of how many others. */
export function lowStockEmail(low: LowProduct[], others: number, shop: Sender) {
  const [first] = low
  const isOne = low.length + others === 1
  return notice(shop, {
    to: shop.email,
    subject: isOne && first ? LOW_STOCK.subjectOfOne(first.name) : LOW_STOCK.subject(low.length + others),
    paragraphs: [...low.map((product) => LOW_STOCK.left(product)), ...(others > 0 ? [LOW_STOCK.others(others)] : [])],
    links: [{ href: `${shop.url}/admin/productlist?show=low`, text: LOW_STOCK.link }],
    closing: LOW_STOCK.closing,
  })
}
