import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NewSavedAddress, SavedAddress, SavedAddresses, SavedAddressId } from '#contract/saved-addresses.ts'
import { Done } from '#contract/users.ts'
import type { Context } from '../context.ts'
import { ADDRESSES } from '../texts/accounts.ts'
import { callerOf } from './auth.ts'
import { deleteSavedAddress, saveAddress, savedAddressesOf } from './saved-addresses.ts'

/** The address book of the caller, under /api/users/addresses. */
export const savedAddressRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', { schema: { response: { 200: SavedAddresses } } }, (request) =>
    savedAddressesOf(db, callerOf(request).id),
  )

  app.post('/', { schema: { body: NewSavedAddress, response: { 201: SavedAddress } } }, async (request, reply) =>
    reply.code(201).send(await saveAddress(db, callerOf(request).id, request.body)),
  )

  app.delete('/:id', { schema: { params: SavedAddressId, response: { 200: Done } } }, async (request) => {
    await deleteSavedAddress(db, callerOf(request).id, request.params.id)
    return { message: ADDRESSES.deleted }
  })
}
