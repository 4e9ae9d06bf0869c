import { and, eq, sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Delay } from '#contract/delays.ts'
import { isToShip, orderDelays, orders } from '#server/shop/schema/orders.ts'
import { settings } from '#server/shop/schema/settings.ts'

/** SQL condition: the delay is the latest of its order. Each one has a later day than the one before. */
const isLatest = and(eq(orderDelays.orderId, orders.id), eq(orderDelays.shipBy, orders.shipBy))

/** SQL condition: the order waits, and its buyer wants the money back or has not answered in time. */
export const isToRefund = sql`${isToShip(orders)} and exists (
  select from ${orderDelays} where ${isLatest} and (${orderDelays.answer} = 'refund' or ${orderDelays.answer} is null
    and ${orderDelays.answerBy} < (now() at time zone
      coalesce((select max(${settings.timeZone}) from ${settings}), ${DEFAULT_SETTINGS.timeZone}::text))::date))`

/** The latest delay of each order in a query of orders, as JSON; null without one. */
export const latestDelay = sql<Delay | null>`(
  select json_build_object('wasBy', ${orderDelays.wasBy}, 'shipBy', ${orderDelays.shipBy},
    'words', ${orderDelays.words}, 'answerBy', ${orderDelays.answerBy}, 'answer', ${orderDelays.answer})
  from ${orderDelays} where ${isLatest})`
