import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { historyCalls } from '../calls.ts'
import { ordersOfUser, pastOrderPage, pastOrderWith } from './past-orders.ts'
import { changePastReview, pastReviewPage } from './past-reviews.ts'
import { erasePastCustomer } from './remove-history.ts'
import { HISTORY } from './texts.ts'

/** Past orders of other shops, which nobody changes. */
export const pastOrderRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, historyCalls)

  route('GET /api/past-orders', ({ query }) => pastOrderPage(db, query))
  route('GET /api/past-orders/:id', ({ params }) => pastOrderWith(db, params.id))
}

/** Those who bought in other shops. */
export const pastCustomerRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, historyCalls)

  route('DELETE /api/past-customers/:id', async ({ params }) => {
    await erasePastCustomer(db, params.id)
    return { message: HISTORY.erased }
  })
}

/** Reviews that were left in other shops. */
export const pastReviewRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, historyCalls)

  route('GET /api/past-reviews', ({ query }) => pastReviewPage(db, query))
  route('PUT /api/past-reviews/:id', ({ params, body }) => changePastReview(db, params.id, body))
}

/** The orders of an account, with those of its address in other shops. */
export const ordersOfUserRoute: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, historyCalls)

  route('GET /api/customers/:id/orders', ({ params }) => ordersOfUser(db, params.id))
}
