import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CouponCheck, CouponEffect } from '#contract/coupons.ts'
import { RESERVED_CODE } from '#contract/shop.ts'
import { signedIn } from '../accounts/auth.ts'
import type { Shop } from '../app.ts'
import { AppError } from '../errors.ts'
import { limitsOf } from '../limits/limits.ts'
import { usableCoupon } from './coupons.ts'

const REFUSED = 422
const Refusal = {
  description: 'Why the coupon cannot be used, as a plain sentence',
  content: { 'text/plain': { schema: z.string() } },
}

export const couponRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  const limits = limitsOf(shop)

  app.post('/validate', {
    schema: {
      summary: 'What a discount code takes off',
      body: CouponCheck,
      response: { 200: CouponEffect, [REFUSED]: Refusal },
    },
    handler: async (request, reply) => {
      const { code } = request.body
      const whom = { account: signedIn(request).id }
      const find = () => usableCoupon(shop.db, code)
      try {
        // An empty box is no guess.
        const found = code === RESERVED_CODE ? find() : limits.within(request, 'coupon', whom, find)
        const { amountCents, freeShip, taxFree } = await found
        return { amount: amountCents, freeShip, taxFree }
      } catch (error) {
        return refusedInWords(error, reply)
      }
    },
  })
}

/** The client shows the body of a refused coupon, so it is the sentence itself (D4, D38). Throws any other error on. */
function refusedInWords(error: unknown, reply: FastifyReply) {
  const isRefusal = error instanceof AppError && ['coupon_invalid', 'coupon_unusable'].includes(error.code)
  if (!isRefusal) throw error
  return reply.code(REFUSED).type('text/plain; charset=utf-8').send(error.message)
}
