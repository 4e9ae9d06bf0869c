import { adminSearch } from '#features/admin-search/server/feature.ts'
import { auditLog } from '#features/audit-log/server/feature.ts'
import { backups } from '#features/backups/server/feature.ts'
import { customers } from '#features/customers/server/feature.ts'
import { discounts } from '#features/discounts/server/feature.ts'
import { drops } from '#features/drops/server/feature.ts'
import { exports } from '#features/exports/server/feature.ts'
import { feeds } from '#features/feeds/server/feature.ts'
import { history } from '#features/history/server/feature.ts'
import { imports } from '#features/imports/server/feature.ts'
import { invitations } from '#features/invitations/server/feature.ts'
import { letters } from '#features/letters/server/feature.ts'
import { lowStock } from '#features/low-stock/server/feature.ts'
import { mcp } from '#features/mcp/server/feature.ts'
import { news } from '#features/news/server/feature.ts'
import { ownShop } from '#features/own-shop/server/feature.ts'
import { passkeys } from '#features/passkeys/server/feature.ts'
import { paymentReminders } from '#features/payment-reminders/server/feature.ts'
import { payouts } from '#features/payouts/server/feature.ts'
import { personalData } from '#features/personal-data/server/feature.ts'
import { push } from '#features/push/server/feature.ts'
import { reports } from '#features/reports/server/feature.ts'
import { requests } from '#features/requests/server/feature.ts'
import { returns } from '#features/returns/server/feature.ts'
import { reviews } from '#features/reviews/server/feature.ts'
import { sales } from '#features/sales/server/feature.ts'
import { savedCarts } from '#features/saved-carts/server/feature.ts'
import { searchWords } from '#features/search-words/server/feature.ts'
import { shopCheck } from '#features/shop-check/server/feature.ts'
import { webhooks } from '#features/webhooks/server/feature.ts'
import { wishes } from '#features/wishes/server/feature.ts'
import type { AddedContext, Configuration } from '#server/shop/added-context.ts'
import { type Feature, installFeatures } from '#server/shop/feature.ts'

/** The features of this shop, in the order in which their hooks are called. */
export const FEATURES = [
  drops,
  sales,
  discounts,
  requests,
  returns,
  wishes,
  savedCarts,
  news,
  feeds,
  paymentReminders,
  lowStock,
  letters,
  customers,
  history,
  reviews,
  imports,
  exports,
  reports,
  payouts,
  personalData,
  backups,
  auditLog,
  invitations,
  passkeys,
  adminSearch,
  searchWords,
  ownShop,
  shopCheck,
  push,
  mcp,
  webhooks,
] as const

installFeatures(FEATURES)

// What can be handed to each of several functions has the types of all of their parameters.
type AddedBy<One> = One extends Feature<infer _, infer Added> ? (added: Added) => void : never
type AllAdded = AddedBy<(typeof FEATURES)[number]> extends (added: infer Added) => void ? Added : never

/** The dependencies that the features declare, for this configuration. */
export const addedContext = (configuration: Configuration): AddedContext =>
  Object.assign({}, ...FEATURES.map((feature: Feature) => feature.context?.(configuration))) as AllAdded
