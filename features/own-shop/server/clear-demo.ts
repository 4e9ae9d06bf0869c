// Clears the demo out of a shop, in one transaction: its goods, photos, coupons, categories, collections, text pages and
// look, and the orders and customers of trying it out. What the owner has added or changed to something of her own stays.

import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Look } from '#contract/admin/look.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { personHooks } from '#server/shop/accounts/person.ts'
import { ensureCategory } from '#server/shop/catalog/edit-categories.ts'
import { DEFAULT_LOOK, editedLook, LOOK_LOCK } from '#server/shop/look/looks.ts'
import {
  categories,
  collectionProducts,
  collections,
  images,
  productSlugs,
  products,
  productTrace,
  productWords,
  stockLedger,
} from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { looks } from '#server/shop/schema/look.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { ownShop } from '#server/shop/schema/own-shop.ts'
import { isUnfinished, paymentAttempts } from '#server/shop/schema/payments.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { pastChanges } from '#server/shop/schema/totals.ts'
import { apiKeys, mailedTokens, sessions, users } from '#server/shop/schema/users.ts'
import { saveSettings, shopSettings } from '#server/shop/settings/settings.ts'
import { demoRows } from '../schema.ts'
import { DEMO_LOOK } from './demo-look.ts'
import { DEMO_LOCK, isDemoProduct } from './demo-rows.ts'
import { DEMO_SETTINGS } from './demo-settings.ts'
import { OWN_SHOP } from './texts.ts'

/** `email` becomes the shop's address in the place of the demo's. `isLive` when the shop takes real money now. */
type Start = { email: string; isLive: boolean }

/**
 * Makes the demo the owner's own shop. Throws shop_has_orders once an order is real, and payment_processing while
 * somebody pays. A second call changes nothing.
 */
export function startOwnShop(db: Db, start: Start): Promise<void> {
  return db.transaction(async (tx) => {
    await holdLock(tx, DEMO_LOCK)
    const [state] = await tx.select().from(ownShop)
    if (state?.startedAt) return
    // Nobody orders, pays or edits stock from here on.
    await tx.execute(
      sql`lock table ${orders}, ${paymentAttempts}, ${products}, ${stockLedger} in access exclusive mode`,
    )
    await requireNoRealOrder(tx, start)
    await clearOrders(tx)
    await clearGoods(tx)
    await clearSettings(tx, start.email)
    await clearLooks(tx)
    await ensureCategory(tx)
    await tx.delete(demoRows)
    const startedAt = new Date()
    await tx.insert(ownShop).values({ startedAt }).onConflictDoUpdate({ target: ownShop.id, set: { startedAt } })
  })
}

async function requireNoRealOrder(tx: Db, { isLive }: Start) {
  const isReal = and(not(orders.isDemo), isLive ? undefined : eq(orders.state, 'paid'))
  if ((await tx.$count(orders, isReal)) > 0) throw new AppError('shop_has_orders', OWN_SHOP.hasOrders)
  if ((await tx.$count(paymentAttempts, isUnfinished(paymentAttempts))) > 0)
    throw new AppError('payment_processing', OWN_SHOP.paymentRunning)
}

/**
 * Removes all orders with their payments, the customers who placed them, and all requests. The owner's pieces in the
 * orders come back.
 */
async function clearOrders(tx: Db) {
  const customers = await tx
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(orders, eq(orders.userId, users.id))
    .where(and(not(users.isAdmin), not(users.isApi)))
  await tx.execute(sql`
    update ${products} set qty = case when axes is not null then 0 when one_of_a_kind then least(total, 1) else greatest(total, 0) end
    from (select product_id, sum(delta)::int as total from ${stockLedger}
      where reason in ('created', 'edited', 'imported', 'moved') group by product_id) as moved
    where moved.product_id = ${products.id}`)
  // With every table that refers to an order. Both ledgers are append only, so they are begun anew. The simulated card
  // service forgets its payments, too.
  await tx.execute(sql`
    truncate orders, stock_ledger, webhook_events, reconciliation_breaks restart identity cascade`)
  // The removal of all orders is noted, which is more than all that was noted of one.
  await tx.delete(pastChanges).where(sql`${pastChanges.moment} > '-infinity'`)
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select to_regclass('square_simulator.payments') is not null as found`,
  )
  if (rows[0]?.found)
    await tx.execute(sql`truncate square_simulator.payments, square_simulator.refunds, square_simulator.disputes`)
  await tx.execute(sql`
    insert into ${stockLedger} (product_id, delta, reason)
    select id, qty, 'created' from ${products} where qty > 0 and not ${isDemoProduct(tx)}`)
  for (const { eraseAll } of personHooks) await eraseAll?.(tx)
  await tx
    .delete(outbox)
    .where(sql`${outbox.payload} ?| array['orderId', 'refundId', 'discrepancyId', 'requestId', 'subscriberId']`)
  await removeUsers(
    tx,
    customers.map(({ id }) => id),
  )
}

/** Removes accounts that have left no trace but their orders. */
async function removeUsers(tx: Db, ids: string[]) {
  if (ids.length === 0) return
  await tx.delete(sessions).where(inArray(sessions.userId, ids))
  await tx.delete(mailedTokens).where(inArray(mailedTokens.userId, ids))
  await tx.delete(apiKeys).where(inArray(apiKeys.userId, ids))
  const tracedUsers = tx.select({ id: productTrace.userId }).from(productTrace).where(isNotNull(productTrace.userId))
  await tx.delete(users).where(and(inArray(users.id, ids), sql`${users.id} not in (${tracedUsers})`))
}

async function clearGoods(tx: Db) {
  const isDemo = isDemoProduct(tx)
  const demoIds = tx.select({ id: products.id }).from(products).where(isDemo)
  // Yesterday: the cleanup deletes the files within the hour.
  const asUnused = { productId: null, pageSlug: null, unusedSince: sql`now() - interval '1 day'` }
  await tx
    .update(images)
    .set(asUnused)
    .where(
      or(
        inArray(images.productId, demoIds),
        inArray(images.pageSlug, keysOf(tx, 'page')),
        isDemoPhoto(tx),
      ) as SQL<unknown>,
    )
  await tx.delete(productTrace).where(inArray(productTrace.productId, demoIds))
  await tx.delete(productSlugs).where(inArray(productSlugs.productId, demoIds))
  await tx.delete(products).where(isDemo)
  await keepWordsOfProducts(tx)
  await tx.delete(pages).where(inArray(pages.slug, keysOf(tx, 'page')))
  await tx.delete(coupons).where(inArray(sql`${coupons.id}::text`, keysOf(tx, 'coupon')))
  // Their demo products are gone; one with a product of the owner's stays.
  const filledCollections = tx.select({ id: collectionProducts.collectionId }).from(collectionProducts)
  await tx
    .delete(collections)
    .where(
      and(
        inArray(sql`${collections.id}::text`, keysOf(tx, 'collection')),
        not(inArray(collections.id, filledCollections)),
      ),
    )
  const usedCategories = tx.select({ category: products.category }).from(products)
  await tx
    .delete(categories)
    .where(and(inArray(categories.name, keysOf(tx, 'category')), not(inArray(categories.name, usedCategories))))
}

/** Has the search know the words of the products that are there, and no others. */
async function keepWordsOfProducts(tx: Db) {
  await tx.delete(productWords)
  await tx.execute(sql`
    insert into ${productWords} (kind, word)
    select distinct w.kind, w.word collate "C" from ${products} p,
      lateral words_of_product(p.name, p.search || coalesce(words_of_questions(p.asks), ''), p.choices_search) w`)
}

const keysOf = (tx: Db, kind: typeof demoRows.$inferSelect.kind) =>
  tx.select({ key: demoRows.key }).from(demoRows).where(eq(demoRows.kind, kind))

const isDemoPhoto = (tx: Db) => inArray(sql`'/images/' || ${images.id} || '.jpg'`, keysOf(tx, 'photo'))

/** Takes back the settings that are still the demo's. */
async function clearSettings(tx: Db, email: string) {
  if ((await tx.$count(settings)) === 0) return
  const present = await shopSettings(tx)
  const fresh: SettingValues = { ...DEFAULT_SETTINGS, searchTitle: OWN_SHOP.searchTitle, email }
  const names = Object.keys(DEMO_SETTINGS) as (keyof SettingValues)[]
  const takenNames = names.filter((name) => isDeepStrictEqual(present[name], DEMO_SETTINGS[name]))
  await saveSettings(tx, Object.fromEntries(takenNames.map((name) => [name, fresh[name]])))
}

/** Takes the demo's parts out of the look and of its draft, and forgets the looks of the past. */
async function clearLooks(tx: Db) {
  await holdLock(tx, LOOK_LOCK)
  const photos = (await keysOf(tx, 'photo')).map(({ key }) => key)
  const { look, isDraft } = await editedLook(tx)
  const [live] = await tx
    .select()
    .from(looks)
    .where(isNotNull(looks.publishedAt))
    .orderBy(sql`${looks.publishedAt} desc`, sql`${looks.id} desc`)
    .limit(1)
  await tx.delete(looks).where(or(isNull(looks.publishedAt), ne(looks.id, live?.id ?? 0)))
  if (live)
    await tx
      .update(looks)
      .set({ look: withoutDemo(live.look, photos) })
      .where(eq(looks.id, live.id))
  if (isDraft) await tx.insert(looks).values({ look: withoutDemo(look, photos) })
}

function withoutDemo(look: Look, photos: string[]): Look {
  const { mark, hero, storyPhoto } = look
  const isDemo = (photo: Look['storyPhoto']) => photo !== null && photos.includes(photo.Location)
  return {
    ...look,
    mark: mark.kind === 'flower' ? DEFAULT_LOOK.mark : mark,
    hero: {
      ...hero,
      photo: isDemo(hero.photo) ? null : hero.photo,
      line: hero.line === DEMO_LOOK.line ? '' : hero.line,
    },
    storyPhoto: isDemo(storyPhoto) ? null : storyPhoto,
  }
}
