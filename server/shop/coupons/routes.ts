import { couponDeleted } from '#contract/admin/texts.ts'
import { couponCalls } from '#contract/calls/coupons.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { couponById, couponsPage, createCoupon, deleteCoupon, saveCoupon } from './admin-coupons.ts'

/** The calls of admins on coupons. */
export const couponRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, couponCalls)

  route('GET /api/coupons', ({ query }) => couponsPage(db, query))

  route('POST /api/coupons', () => createCoupon(db))

  route('GET /api/coupons/:id', ({ params }) => couponById(db, params.id))

  route('PUT /api/coupons/:id', ({ params, body }) => saveCoupon(db, params.id, body))

  route('DELETE /api/coupons/:id', async ({ params }) => {
    const { code } = await deleteCoupon(db, params.id)
    return { message: couponDeleted(code) }
  })
}
