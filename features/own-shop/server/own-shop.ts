import { and, count, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { inLists } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { ownShop } from '#server/shop/schema/own-shop.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import type { OwnShop, OwnShopUpdate } from '../contract.ts'
import { hasDemoRows, isDemoProduct } from './demo-rows.ts'

/** What the shop's configuration says about the tasks. */
export type ConfiguredTasks = Pick<OwnShop['tasks'], 'takesCards' | 'sendsMail' | 'hasAddress'>

const POLICIES = ['returns', 'privacy']

/** How far the owner is, with what is left to do. */
export async function ownShopState(db: Db, configuredTasks: ConfiguredTasks): Promise<OwnShop> {
  const [[state], hasDemo, { shipDays }, ownProducts, policies] = await Promise.all([
    db.select().from(ownShop),
    hasDemoRows(db),
    shopSettings(db),
    db.$count(products, and(inLists, not(isDemoProduct(db)))),
    db
      .select({ count: count() })
      .from(pages)
      .where(and(inArray(pages.slug, POLICIES), isNotNull(pages.publishedAt))),
  ])
  return {
    hasDemo,
    keepsDemo: state?.keepsDemo ?? false,
    welcome: state?.startedAt ? { step: state.welcomeStep, isDone: state.welcomeDone } : null,
    tasks: {
      ...configuredTasks,
      products: ownProducts,
      hasShipDays: shipDays !== null,
      hasPolicies: onlyRow(policies).count === POLICIES.length,
    },
  }
}

/** Saves what the owner has seen. The welcome does not go back: an earlier step changes nothing. */
export async function saveOwnShop(db: Db, update: OwnShopUpdate) {
  if (Object.keys(update).length === 0) return
  const { welcomeStep } = update
  const furthest =
    welcomeStep === undefined ? {} : { welcomeStep: sql`greatest(${ownShop.welcomeStep}, ${welcomeStep}::int)` }
  await db
    .insert(ownShop)
    .values(update)
    .onConflictDoUpdate({ target: ownShop.id, set: { ...update, ...furthest } })
}

/** Makes a shop without the demo its owner's own, which opens the welcome. */
export async function openOwnShop(db: Db) {
  if (await hasDemoRows(db)) return
  const startedAt = new Date()
  await db
    .insert(ownShop)
    .values({ startedAt })
    .onConflictDoUpdate({ target: ownShop.id, set: { startedAt }, setWhere: isNull(ownShop.startedAt) })
}
