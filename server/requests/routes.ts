import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AdminRequest, AdminRequestPage, NewAnswer, RequestKey, RequestQuery } from '#contract/admin/requests.ts'
import { ConfirmedRequest, NewRequest, RequestLink } from '#contract/requests.ts'
import { Done } from '#contract/users.ts'
import { findCaller } from '../accounts/auth.ts'
import { openOwnRobotCheck } from '../accounts/robot-check.ts'
import type { Context } from '../context.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { PIECE_REQUESTS } from '../texts/piece-requests.ts'
import { answerRequest, requestsPage } from './admin-requests.ts'
import { confirmRequest, endRequests, requestPiece } from './requests.ts'

/** Requests of shoppers about a product, and the seller's answers. */
export const requestRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const robots = openOwnRobotCheck(context)

  app.post('/', { schema: { body: NewRequest, response: { 201: Done } } }, async (request, reply) => {
    const { robotCheck, ...asked } = request.body
    await robots.requireRobotCheck(request, robotCheck)
    await limits.count(request, 'pieceRequest', { account: asked.email })
    const caller = await findCaller(request, reply, db)
    await requestPiece(db, { ...asked, userId: caller && !caller.isGuest ? caller.id : null })
    return reply.code(201).send({ message: PIECE_REQUESTS.sent })
  })

  app.post('/confirmed', { schema: { body: RequestLink, response: { 200: ConfirmedRequest } } }, (request) =>
    limits.within(request, 'requestLink', {}, () => confirmRequest(db, request.body.link)),
  )

  app.post('/ended', { schema: { body: RequestLink, response: { 200: Done } } }, async (request) => {
    await limits.within(request, 'requestLink', {}, () => endRequests(db, request.body.link))
    return { message: PIECE_REQUESTS.ended }
  })

  app.get('/', { schema: { querystring: RequestQuery, response: { 200: AdminRequestPage } } }, ({ query }) =>
    requestsPage(db, query),
  )

  app.put('/:id/answer', {
    schema: { params: RequestKey, body: NewAnswer, response: { 200: AdminRequest } },
    handler: ({ params, body }) => answerRequest(db, params.id, body),
  })
}
