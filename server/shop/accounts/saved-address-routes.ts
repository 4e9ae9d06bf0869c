import { accountCalls } from '#contract/calls/accounts.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from './auth.ts'
import { deleteSavedAddress, saveAddress, savedAddressesOf } from './saved-addresses.ts'
import { ADDRESSES } from './texts.ts'

/** The address book of the caller, under /api/users/addresses. */
export const savedAddressRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, accountCalls)

  route('GET /api/users/addresses', (request) => savedAddressesOf(db, callerOf(request).id))

  route('POST /api/users/addresses', (request) => saveAddress(db, callerOf(request).id, request.body))

  route('DELETE /api/users/addresses/:id', async (request) => {
    await deleteSavedAddress(db, callerOf(request).id, request.params.id)
    return { message: ADDRESSES.deleted }
  })
}
