import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { findCaller } from '#server/shop/accounts/auth.ts'
import { openOwnRobotCheck } from '#server/shop/accounts/robot-check.ts'
import { requestCalls } from '../calls.ts'
import { answerRequest, requestsPage } from './admin-requests.ts'
import { REQUEST_POLICIES } from './rate-limits.ts'
import { confirmRequest, endRequests, requestPiece } from './requests.ts'
import { PIECE_REQUESTS } from './texts.ts'

/** Requests of shoppers about a product, and the seller's answers. */
export const requestRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const robots = openOwnRobotCheck(context)
  const route = routesOf(app, requestCalls)

  route('POST /api/requests', async (request, reply) => {
    const { robotCheck, ...asked } = request.body
    await robots.requireRobotCheck(request, robotCheck)
    await limits.count(request, REQUEST_POLICIES.pieceRequest, { account: asked.email })
    const caller = await findCaller(request, reply, db)
    await requestPiece(db, { ...asked, userId: caller && !caller.isGuest ? caller.id : null })
    return { message: PIECE_REQUESTS.sent }
  })

  route('POST /api/requests/confirmed', (request) =>
    limits.within(request, REQUEST_POLICIES.requestLink, {}, () => confirmRequest(db, request.body.link)),
  )

  route('POST /api/requests/ended', async (request) => {
    await limits.within(request, REQUEST_POLICIES.requestLink, {}, () => endRequests(db, request.body.link))
    return { message: PIECE_REQUESTS.ended }
  })

  route('GET /api/requests', ({ query }) => requestsPage(db, query))

  route('PUT /api/requests/:id/answer', ({ params, body }) => answerRequest(db, params.id, body))
}
