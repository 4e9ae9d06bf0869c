import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Credentials, ProfileUpdate, Registration, SignedOut, UserDetails, UserInfo, UserKey } from '#contract/users.ts'
import type { Shop } from '../app.ts'
import { limitsOf } from '../limits/limits.ts'
import { bearerToken, signedIn } from './auth.ts'
import { endSession } from './sessions.ts'
import { changeProfile, register, signIn, userFor } from './users.ts'

export const accountRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  const { db } = shop
  const limits = limitsOf(shop)

  app.post('/', { schema: { body: Registration, response: { 201: UserInfo } } }, async (request, reply) =>
    reply.code(201).send(await limits.within(request, 'registration', {}, () => register(db, request.body))),
  )

  app.post('/login', { schema: { body: Credentials, response: { 200: UserInfo } } }, (request) =>
    limits.within(request, 'signIn', { account: request.body.email }, () => signIn(db, request.body)),
  )

  app.post('/logout', { schema: { response: { 200: SignedOut } } }, async (request) => {
    await endSession(db, signedIn(request))
    return { message: 'You are signed out.' }
  })

  app.get('/:id', { schema: { params: UserKey, response: { 200: UserDetails } } }, (request) =>
    userFor(db, request.params.id, signedIn(request)),
  )

  app.put('/profile', { schema: { body: ProfileUpdate, response: { 200: UserInfo } } }, (request) =>
    changeProfile(db, signedIn(request), bearerToken(request), request.body),
  )
}
