import { shopInfoCalls } from '#contract/calls/shop-info.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openShopInfo } from './shop-info.ts'

/** Public information on the shop. */
export const shopInfoRoutes: ApiRoutes = async (app, { context }) => {
  const route = routesOf(app, shopInfoCalls)

  route('GET /api/shop', openShopInfo(context))
}
