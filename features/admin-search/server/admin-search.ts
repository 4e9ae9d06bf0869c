import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type AdminSearch, RESULTS_OF_A_KIND } from '#contract/admin/search.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsIndexedWords, containsWords } from '#server/platform/db/text-match.ts'
import { wholeStock } from '#server/shop/catalog/families.ts'
import { isNoChoice, notDeleted } from '#server/shop/catalog/for-sale.ts'
import { firstPhoto, toImage } from '#server/shop/catalog/photos.ts'
import { productIds } from '#server/shop/catalog/product-ids.ts'
import { candidates } from '#server/shop/catalog/search.ts'
import { searchesFor } from '#server/shop/catalog/searches.ts'
import { deskHooks } from '#server/shop/desk/desk-hooks.ts'
import { orderNumberIn } from '#server/shop/orders/order-search.ts'
import { type Account, accountColumns, shownBuyer } from '#server/shop/orders/orders.ts'
import { newestOrdersWith } from '#server/shop/orders/orders-on-page.ts'
import { collections, products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { isAccount, users } from '#server/shop/schema/users.ts'

/** How many customers are sorted by their names. */
const MOST_CUSTOMERS = 1_000

/** The best five of each kind that the keyword finds; nothing for an empty keyword. Deleted things are left out. */
export async function searchEverything(db: Db, keyword: string): Promise<AdminSearch> {
  const ofFeatures = () => Promise.all(deskHooks.map((hooks) => hooks.search?.(db, keyword)))
  if (!keyword)
    return {
      ...{ orders: [], products: [], collections: [], customers: [], coupons: [], pages: [] },
      ...mergedResults(await ofFeatures()),
    }
  const [foundOrders, foundProducts, foundCollections, customers, foundCoupons, foundPages, others] = await Promise.all(
    [
      ordersFor(db, keyword),
      productsFor(db, keyword),
      collectionsFor(db, keyword),
      customersFor(db, keyword),
      couponsFor(db, keyword),
      pagesFor(db, keyword),
      ofFeatures(),
    ],
  )
  return {
    orders: foundOrders,
    products: foundProducts,
    collections: foundCollections,
    customers,
    coupons: foundCoupons,
    pages: foundPages,
    ...mergedResults(others),
  }
}

const mergedResults = (results: unknown[]) => Object.assign({}, ...results) as Pick<AdminSearch, 'requests'>

/** The order with that number, then the newest. */
async function ordersFor(db: Db, keyword: string) {
  const number = orderNumberIn(keyword)
  const ordersByNumber =
    number === undefined ? [] : await db.select({ id: orders.id }).from(orders).where(isNumbered(number))
  const ids = await newestOrdersWith(db, keyword, RESULTS_OF_A_KIND)
  const best = [...new Set([...ordersByNumber.map(({ id }) => id), ...ids])].slice(0, RESULTS_OF_A_KIND)
  const rows = await db
    .select({
      _id: orders.id,
      number: orders.number,
      buyer: accountColumns,
      city: orders.city,
      totalPrice: orders.totalCents,
      paidAt: orders.paidAt,
      deliveredAt: orders.deliveredAt,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, best))
    .orderBy(...(number === undefined ? [] : [desc(eq(orders.number, number))]), desc(orders.number))
  return rows.map(({ buyer, paidAt, deliveredAt, createdAt, ...order }) => ({
    ...order,
    ...foundBuyer(buyer),
    isPaid: paidAt !== null,
    isDelivered: deliveredAt !== null,
    createdAt: createdAt.toISOString(),
  }))
}

const isNumbered = (number: number) => and(eq(orders.number, number), isNull(orders.deletedAt))

function foundBuyer(buyer: Account) {
  const { name, isGuest } = shownBuyer(buyer)
  return { name, ...(isGuest && { isGuest }) }
}

async function productsFor(db: Db, keyword: string) {
  for await (const search of searchesFor(db, keyword, and(notDeleted, isNoChoice))) {
    const best = productIds(db, { order: search.order }, { limit: RESULTS_OF_A_KIND }, candidates(search))
    const rows = await db
      .select({
        _id: products.id,
        name: products.name,
        sku: products.sku,
        qty: wholeStock,
        photo: firstPhoto(products.id),
      })
      .from(products)
      .where(inArray(products.id, best))
      .orderBy(search.order)
    if (rows.length > 0) return rows.map(({ photo, ...product }) => ({ ...product, image: photo && toImage(photo) }))
  }
  return []
}

const collectionsFor = (db: Db, keyword: string) =>
  db
    .select({ _id: collections.id, name: collections.name })
    .from(collections)
    .where(containsWords(sql`lower(${collections.name})`, keyword))
    .orderBy(asc(collections.position), asc(collections.id))
    .limit(RESULTS_OF_A_KIND)

/** The first ones by their names; of more than MOST_CUSTOMERS, some of them. */
function customersFor(db: Db, keyword: string) {
  const rows = db
    .select({ _id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(isAccount(users), containsIndexedWords(sql`lower(${users.name} || ' ' || ${users.email})`, keyword)))
    .limit(MOST_CUSTOMERS)
    .as('found')
  return db.select().from(rows).orderBy(sql`lower(${rows.name})`, rows._id).limit(RESULTS_OF_A_KIND)
}

const couponsFor = (db: Db, keyword: string) =>
  db
    .select({ _id: coupons.id, code: coupons.code })
    .from(coupons)
    .where(and(isNull(coupons.deletedAt), containsWords(sql`lower(${coupons.code})`, keyword)))
    .orderBy(sql`lower(${coupons.code})`)
    .limit(RESULTS_OF_A_KIND)

const pagesFor = (db: Db, keyword: string) =>
  db
    .select({ slug: pages.slug, title: pages.draftTitle })
    .from(pages)
    .where(containsWords(sql`lower(${pages.draftTitle} || ' ' || ${pages.slug})`, keyword))
    .orderBy(asc(pages.position), asc(pages.slug))
    .limit(RESULTS_OF_A_KIND)
