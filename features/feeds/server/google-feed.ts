// The feed of all products for Google, Meta and Pinterest: RSS 2.0 with the elements of Google's product data
// specification, whose limits hold here (support.google.com/merchants/answer/7052112).
import { inArray, isNotNull, sql } from 'drizzle-orm'
import type { AdminProduct } from '#contract/admin/products.ts'
import { propertyOfAxis } from '#contract/axes.ts'
import { fullChoiceName } from '#contract/choices.ts'
import { paragraphsOf } from '#contract/descriptions.ts'
import { formatDecimal } from '#contract/money.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { Db } from '#server/platform/db/client.ts'
import { html, Markup } from '#server/platform/outbox/markup.ts'
import { xmlText } from '#server/platform/xml/xml-text.ts'
import { allProducts } from '#server/shop/catalog/admin-products.ts'
import type { FileSource, PublicFile } from '#server/shop/public-files.ts'
import { CATALOG, CATEGORIES } from '#server/shop/public-tags.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { GOOGLE_FEED_PATH } from '../paths.ts'
import { isPickupOnly } from './feed-settings.ts'
import { isBuyable, type Offer, offersOf } from './offers.ts'
import { GOOGLE } from './texts.ts'

const MOST_PHOTOS = 10
const TITLE_LENGTH = 150
const DESCRIPTION_LENGTH = 5_000
const FACT_LENGTH = 100
const BRAND_LENGTH = 70

export const googleFeed: PublicFile = {
  path: GOOGLE_FEED_PATH,
  type: 'application/rss+xml; charset=utf-8',
  tags: [CATALOG, CATEGORIES],
  parts: googleParts,
}

/** The parts of the feed, which bound its memory. It has no items while the shop ships nowhere. */
async function* googleParts({ db, shop, shopUrl }: FileSource) {
  const channel = html`<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${shop.name}</title>
<link>${shopUrl}/</link>
<description>${shop.tagline || shop.name}</description>
`
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(channel)}`
  if (!(await isPickupOnly(db)))
    for await (const batch of allProducts(db)) {
      const listed = batch.filter(isListed)
      const grams = await gramsOfChoices(db, listed)
      yield xmlText(html`${listed.flatMap((product) => itemsOf(product, grams, shop, shopUrl))}`)
    }
  yield '</channel>\n</rss>\n'
}

/** Whether visitors see the product, with a photo, without which Google takes none. */
const isListed = ({ draft, images }: AdminProduct) => !draft && images.length > 0

/** The weights of the choices that have one of their own, by id. */
async function gramsOfChoices(db: Db, families: AdminProduct[]) {
  const ids = families.flatMap(({ _id, choices }) => (choices ? _id : []))
  if (ids.length === 0) return new Map<string, number | null>()
  const rows = await db
    .select({ id: products.id, grams: products.grams })
    .from(products)
    .where(sql`${inArray(products.parentId, ids)} and ${isNotNull(products.grams)}`)
  return new Map(rows.map(({ id, grams }) => [id, grams]))
}

/** The items of a product. One of a kind that is sold has none: it never comes back. A price of nothing is none. */
const itemsOf = (product: AdminProduct, grams: Map<string, number | null>, shop: ShopInfo, shopUrl: string) =>
  offersOf(product)
    .filter(({ price, qty }) => price > 0 && (qty > 0 || !product.oneOfAKind))
    .map((offer) => itemOf(product, offer, grams.get(offer._id) ?? product.grams, shop, shopUrl))

function itemOf(product: AdminProduct, offer: Offer, grams: number | undefined, shop: ShopInfo, shopUrl: string) {
  const { name, description, images, categoryLabel, materials, color, axes = [] } = product
  const isChoice = product.choices !== undefined
  const own = images.filter(({ Location }) => Location === offer.photo)
  const [photo, ...others] = [...own, ...images.filter((image) => !own.includes(image))].map(
    ({ Location }) => `${shopUrl}${Location}`,
  )
  const facts = axes.flatMap((axis, at) => {
    const property = propertyOfAxis(axis)
    return property ? [[property, offer.values[at] ?? ''] as const] : []
  })
  const days = offer.makeDays ?? (shop.shipDays && { min: shop.shipDays.from, max: shop.shipDays.to })
  return html`<item>
${element('id', offer._id)}
${element('title', cut(isChoice ? fullChoiceName(name, offer.values) : name, TITLE_LENGTH))}
${element('description', cut(paragraphsOf(description).join('\n') || name, DESCRIPTION_LENGTH))}
${element('link', `${shopUrl}${offer.path}`)}
${element('image_link', photo)}${others.slice(0, MOST_PHOTOS).map((other) => element('additional_image_link', other))}
${element('availability', isBuyable(offer, shop) ? 'in_stock' : 'out_of_stock')}
${pricesOf(offer, product.inSale)}
${element('condition', 'new')}
${element('identifier_exists', 'no')}
${element('brand', cut(shop.name, BRAND_LENGTH))}
${element('product_type', categoryLabel)}
${isChoice ? element('item_group_id', product._id) : ''}${Object.entries({
  color,
  material: materials,
  ...Object.fromEntries(facts),
}).map(([fact, value]) =>
  element(fact, cut(value ?? '', FACT_LENGTH)),
)}${element('shipping_weight', grams && `${grams} g`)}${days ? [element('min_handling_time', days.min), element('max_handling_time', days.max)] : ''}${element('custom_label_0', product.oneOfAKind ? GOOGLE.oneOfAKind : '')}
</item>
`
}

/** The price, and the lower one that is charged when the page crosses it out; in a sale with its times. */
function pricesOf({ price, wasPrice }: Offer, sale: AdminProduct['inSale']) {
  if (!wasPrice) return element('price', amount(price))
  const times = sale && element('sale_price_effective_date', `${minute(sale.startsAt)}/${minute(sale.endsAt)}`)
  return [element('price', amount(wasPrice)), element('sale_price', amount(price)), times ?? '']
}

const amount = (cents: number) => `${formatDecimal(cents)} USD`

/** '2026-11-27T11:00Z' of a moment in ISO 8601, as the specification writes times. */
const minute = (moment: string) => `${moment.slice(0, 16)}Z`

/** At most that much of the text, without half of a character at its end. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** An element of Google's with this text; nothing without one. */
const element = (name: string, text: string | number | undefined) =>
  new Markup(text === '' || text === undefined ? '' : `<g:${name}>${html`${text}`.text}</g:${name}>`)
