import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { saleCalls } from '../calls.ts'
import { allSales, createSale, deleteSale, editedSale, endSale, updateSale } from './edit-sales.ts'
import { previewSale } from './preview-sale.ts'
import { SALES } from './texts.ts'

/** The calls of admins on sales. */
export const saleRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, saleCalls)

  route('GET /api/sales', () => allSales(db))

  route('POST /api/sales', ({ body }) => createSale(db, body))

  route('POST /api/sales/preview', ({ body, query }) => previewSale(db, body, query))

  route('GET /api/sales/:id', ({ params }) => editedSale(db, params.id))

  route('PUT /api/sales/:id', ({ params, body }) => updateSale(db, params.id, body))

  route('PUT /api/sales/:id/ended', ({ params }) => endSale(db, params.id))

  route('DELETE /api/sales/:id', async ({ params }) => ({ message: SALES.deleted(await deleteSale(db, params.id)) }))
}
