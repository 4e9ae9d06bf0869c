import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Coupon, CouponKey, CouponPage, CouponQuery, CouponUpdate } from '#contract/admin/coupons.ts'
import { couponDeleted } from '#contract/admin/texts.ts'
import { CouponCheck, CouponEffect } from '#contract/coupons.ts'
import { RESERVED_CODE } from '#contract/defaults.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { couponById, couponsPage, createCoupon, deleteCoupon, saveCoupon } from './admin-coupons.ts'
import { usableCoupon } from './coupons.ts'

const REFUSED = 422
const Refusal = {
  description: 'Why the coupon cannot be used, as a plain sentence',
  content: { 'text/plain': { schema: z.string() } },
}

export const couponRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)

  app.post('/validate', {
    schema: {
      body: CouponCheck,
      response: { 200: CouponEffect, [REFUSED]: Refusal },
    },
    handler: async (request, reply) => {
      const { code } = request.body
      const whom = { account: callerOf(request).id }
      const find = () => usableCoupon(db, code)
      try {
        // An empty field does not count as a guess.
        const found = code === RESERVED_CODE ? find() : limits.within(request, 'coupon', whom, find)
        const { amountCents, freeShip, taxFree } = await found
        return { amount: amountCents, freeShip, taxFree }
      } catch (error) {
        return refusedInWords(error, reply)
      }
    },
  })

  app.get('/', { schema: { querystring: CouponQuery, response: { 200: CouponPage } } }, ({ query }) =>
    couponsPage(db, query),
  )

  app.post('/', { schema: { response: { 201: Coupon } } }, async (_, reply) =>
    reply.code(201).send(await createCoupon(db)),
  )

  const one = { params: CouponKey, response: { 200: Coupon } }
  app.get('/:id', { schema: one }, ({ params }) => couponById(db, params.id))

  app.put('/:id', { schema: { ...one, body: CouponUpdate } }, ({ params, body }) => saveCoupon(db, params.id, body))

  app.delete('/:id', { schema: { params: CouponKey, response: { 200: Done } } }, async ({ params }) => {
    const { code } = await deleteCoupon(db, params.id)
    return { message: couponDeleted(code) }
  })
}

/** The response to a refused coupon is the sentence alone, which the client shows. Throws all other errors. */
function refusedInWords(error: unknown, reply: FastifyReply) {
  const isRefusal = error instanceof AppError && ['coupon_invalid', 'coupon_unusable'].includes(error.code)
  if (!isRefusal) throw error
  return reply.code(REFUSED).type('text/plain; charset=utf-8').send(error.message)
}
