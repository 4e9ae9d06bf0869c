import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { openCatalog, productsOf } from '#server/shop/catalog/products.ts'
import { wishCalls } from '../calls.ts'
import { WISH_POLICIES } from './rate-limits.ts'
import { changeWishes } from './wishes.ts'

/** The caller's wish list, and the products of any. */
export const wishRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const catalog = openCatalog(db)
  const limits = openRateLimits(context)
  const route = routesOf(app, wishCalls)

  route('PUT /api/wishes', async (request) => {
    const { id } = callerOf(request)
    await limits.count(request, WISH_POLICIES.wishes, { account: id })
    return changeWishes(db, id, request.body)
  })

  route('GET /api/wishes/products', async (request) => {
    await limits.count(request, WISH_POLICIES.wishedProducts, {})
    return productsOf([...new Set(request.query.ids)], catalog)
  })
}
