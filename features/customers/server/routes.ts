import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { customerCalls } from '../calls.ts'
import { customerPage } from './customer-list.ts'
import { customerWith, mergeGuests, saveNote, separateGuests } from './customers.ts'

/** Those who buy: accounts and guests. */
export const customerRoutes: ApiRoutes = async (app, { context: { db, gateway } }) => {
  const counted = { withDemo: modeOf(gateway) !== 'live' }
  const route = routesOf(app, customerCalls)

  route('GET /api/customers', ({ query }) => customerPage(db, query, counted))
  route('GET /api/customers/:id', ({ params }) => customerWith(db, params.id, counted))

  route('PUT /api/customers/:id/note', async ({ params, body }) => {
    await saveNote(db, params.id, body)
    return customerWith(db, params.id, counted)
  })

  route('PUT /api/customers/:id/merged', async ({ params }) => {
    await mergeGuests(db, params.id, counted)
    return customerWith(db, params.id, counted)
  })

  route('DELETE /api/customers/:id/merged', async ({ params }) => {
    await separateGuests(db, params.id)
    return customerWith(db, params.id, counted)
  })
}
