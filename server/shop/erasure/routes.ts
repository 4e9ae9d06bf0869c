import { userDeleted } from '#contract/admin/texts.ts'
import { erasureCalls } from '#contract/calls/erasure.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { deleteUser, eraseGuest } from './delete-user.ts'

/** The seller deletes an account or the data of a guest. */
export const erasureRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, erasureCalls)

  route('DELETE /api/users/:id', async (request) => {
    const { name } = await deleteUser(db, callerOf(request), request.params.id)
    return { message: userDeleted(name) }
  })

  route('DELETE /api/orders/:id/guest', async (request) => {
    await eraseGuest(db, request.params.id)
    return { message: ORDERS.guestErased }
  })
}
