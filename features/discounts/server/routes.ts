import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { discountCalls } from '../calls.ts'
import { allDiscounts, createDiscount, deleteDiscount, discountById, saveDiscount } from './edit-discounts.ts'
import { DISCOUNTS } from './texts.ts'

export const discountRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, discountCalls)

  route('GET /api/admin/discounts', () => allDiscounts(db))

  route('POST /api/admin/discounts', () => createDiscount(db))

  route('GET /api/admin/discounts/:id', ({ params }) => discountById(db, params.id))

  route('PUT /api/admin/discounts/:id', ({ params, body }) => saveDiscount(db, params.id, body))

  route('DELETE /api/admin/discounts/:id', async ({ params }) => ({
    message: DISCOUNTS.deleted(await deleteDiscount(db, params.id)),
  }))
}
