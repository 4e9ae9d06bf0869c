import { dayOf } from '#contract/dates.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { sendInChunks } from '#server/platform/lib/streams.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { openOwnRobotCheck } from '#server/shop/accounts/robot-check.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { letterCalls } from '../calls.ts'
import {
  allLetters,
  createLetter,
  deleteLetter,
  editedLetter,
  letterPreview,
  saveLetter,
  startLetter,
  stopLetter,
  testLetter,
} from './edit-letters.ts'
import { LETTER_POLICIES } from './rate-limits.ts'
import { confirmSubscriber, subscribe } from './subscribers.ts'
import { subscribersCsv } from './subscribers-file.ts'
import { LETTERS, SUBSCRIBERS } from './texts.ts'

/** Requests for letters, and the letters of the seller. */
export const letterRoutes: ApiRoutes = async (app, { context }) => {
  const { db, shopUrl } = context
  const limits = openRateLimits(context)
  const robots = openOwnRobotCheck(context)
  const route = routesOf(app, letterCalls)

  route('POST /api/letters/subscribers', async (request) => {
    const { robotCheck, email } = request.body
    await robots.requireRobotCheck(request, robotCheck)
    await limits.count(request, LETTER_POLICIES.letterRequest, { account: email })
    await db.transaction((tx) => subscribe(tx, email, 'page'))
    return { message: SUBSCRIBERS.asked }
  })

  route('POST /api/letters/confirmed', async (request) => {
    await limits.within(request, LETTER_POLICIES.letterLink, {}, () => confirmSubscriber(db, request.body.link))
    return { message: SUBSCRIBERS.confirmed }
  })

  route('GET /api/letters/subscribers/export', async ({ query: { state } }, reply) => {
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    reply.header('content-disposition', `attachment; filename="letters-${state}-${today}.csv"`)
    return sendInChunks(reply.type('text/csv; charset=utf-8'), subscribersCsv(db, state))
  })

  route('GET /api/letters', () => allLetters(db))

  route('POST /api/letters', ({ body }) => createLetter(db, body))

  route('POST /api/letters/preview', ({ body }) => letterPreview(db, body, shopUrl))

  route('GET /api/letters/:id', ({ params }) => editedLetter(db, params.id))

  route('PUT /api/letters/:id', ({ params, body }) => saveLetter(db, params.id, body))

  route('DELETE /api/letters/:id', async ({ params }) => ({
    message: LETTERS.deleted(await deleteLetter(db, params.id)),
  }))

  route('POST /api/letters/:id/test', async (request) => {
    const { id, email } = callerOf(request)
    await limits.count(request, LETTER_POLICIES.letterTest, { account: id })
    await testLetter(db, request.params.id, id)
    return { message: LETTERS.testSent(email) }
  })

  route('PUT /api/letters/:id/sent', ({ params, body }) => startLetter(db, params.id, body.version))

  route('PUT /api/letters/:id/stopped', ({ params }) => stopLetter(db, params.id))
}
