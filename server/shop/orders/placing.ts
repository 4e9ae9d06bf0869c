import type { FastifyRequest } from 'fastify'
import type { NewOrder, Order } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { limitConcurrencyByKey } from '#server/platform/lib/limit-concurrency.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { placeOrder, requireFewUnpaid } from './place-order.ts'

/**
 * How many orders are placed at once, of a process's ten connections: together with two heavy reads of two connections
 * each, they leave two for others. And how many more orders of one account may wait.
 */
const PLACED_AT_ONCE = 4
const MOST_WAITING = 100

declare module 'fastify' {
  interface FastifyInstance {
    placing: ReturnType<typeof openPlacing>
  }
}

/** How the API and the form without scripts place orders: within the rate limits, and a few at a time together. */
export function openPlacing(context: Pick<Context, 'db' | 'rateLimits'>) {
  const limits = openRateLimits(context)
  // Orders of one account lock each other out anyway; here they wait without a database connection.
  const oneByOne = limitConcurrencyByKey(PLACED_AT_ONCE, MOST_WAITING)
  return {
    /** Runs tasks of one account one after the other. */
    oneByOne,
    /** Places the order of an account. Throws as placeOrder, and rate_limited. */
    place(request: FastifyRequest, account: string, newOrder: NewOrder): Promise<Order> {
      const admit = async (tx: Db) => {
        await limits.count(request, POLICIES.order, { account }, tx)
        if (context.rateLimits) await requireFewUnpaid(tx, account)
      }
      const place = () => placeOrder(context.db, account, newOrder, admit)
      // An order with a code reveals whether the code is right, as a check of the code does.
      return newOrder.code ? limits.within(request, POLICIES.coupon, { account }, place) : place()
    },
  }
}
