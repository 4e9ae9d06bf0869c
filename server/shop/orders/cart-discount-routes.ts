import type { FastifyReply } from 'fastify'
import { couponCalls } from '#contract/calls/coupons.ts'
import { RESERVED_CODE } from '#contract/defaults.ts'
import { AppError } from '#server/errors.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { automaticEffect, couponEffect } from './cart-discounts.ts'

const REFUSED = 422

/** What discounts, with a code and without, take off a cart. */
export const cartDiscountRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, couponCalls)

  route('POST /api/coupons/validate', async (request, reply) => {
    const { code, orderItems } = request.body
    const { id } = callerOf(request)
    const whom = { account: id }
    const find = () => couponEffect(db, code, id, orderItems)
    try {
      // An empty field does not count as a guess.
      return await (code === RESERVED_CODE ? find() : limits.within(request, POLICIES.coupon, whom, find))
    } catch (error) {
      return refusedInWords(error, reply)
    }
  })

  route('POST /api/discounts/check', ({ body }) => automaticEffect(db, body.orderItems))
}

/** The response to a refused coupon is the sentence alone, which the client shows. Throws all other errors. */
function refusedInWords(error: unknown, reply: FastifyReply) {
  const isRefusal = error instanceof AppError && ['coupon_invalid', 'coupon_unusable'].includes(error.code)
  if (!isRefusal) throw error
  return reply.code(REFUSED).type('text/plain; charset=utf-8').send(error.message)
}
