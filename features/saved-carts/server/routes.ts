import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { savedCartCalls } from '../calls.ts'
import { SAVED_CART_POLICIES } from './rate-limits.ts'
import { saveCart } from './saved-carts.ts'

/** In bytes: a hundred lines, of which each has a long answer. */
const BODY_LIMIT = 131_072

/** The carts of the caller's devices. */
export const savedCartRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, savedCartCalls)

  route(
    'PUT /api/saved-carts/:device',
    async (request) => {
      const { id } = callerOf(request)
      await limits.count(request, SAVED_CART_POLICIES.savedCart, { account: id })
      return saveCart(db, id, request.params.device, request.body)
    },
    { bodyLimit: BODY_LIMIT },
  )
}
