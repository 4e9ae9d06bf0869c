import type { FastifyRequest } from 'fastify'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { reviewCalls } from '../calls.ts'
import { REVIEW_PHOTO_MAX_BYTES, REVIEW_PHOTO_TYPES } from '../limits.ts'
import { changeReview, reviewPage } from './admin-reviews.ts'
import { REVIEW_POLICIES } from './rate-limits.ts'
import { storeReviewPhoto } from './review-photos.ts'
import { readReviewSettings, saveReviewSettings } from './settings.ts'
import { orderReviews, reviewedOrder, writeReviews } from './write-reviews.ts'

/** Bytes per second of a phone with poor reception. */
const SLOWEST_UPLOAD = 8 * 1024
const MINUTE = 60_000

/** What buyers write about their pieces, by the link of an email. */
export const writtenReviewRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, reviewCalls)

  route('POST /api/reviews/opened', (request) =>
    limits.within(request, REVIEW_POLICIES.reviewLink, {}, async () =>
      orderReviews(db, await reviewedOrder(db, request.body.link)),
    ),
  )

  route('PUT /api/reviews/written', (request) =>
    limits.within(request, REVIEW_POLICIES.reviewLink, {}, async () => {
      const order = await reviewedOrder(db, request.body.link)
      await limits.count(request, REVIEW_POLICIES.reviewWrite, { order })
      return writeReviews(db, request.body)
    }),
  )
}

/** Photos for reviews. The link is looked up before the body is read. */
export const reviewPhotoRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, reviewCalls)
  const orderOf = new WeakMap<FastifyRequest, string>()

  app.addContentTypeParser(
    [...REVIEW_PHOTO_TYPES],
    { parseAs: 'buffer', bodyLimit: REVIEW_PHOTO_MAX_BYTES },
    (_, body, done) => done(null, body),
  )
  app.addHook('onRequest', async (request) => {
    const link = String(request.headers['x-review-link'] ?? '')
    const order = await limits.within(request, REVIEW_POLICIES.reviewLink, {}, () => reviewedOrder(db, link))
    await limits.count(request, REVIEW_POLICIES.reviewPhoto, { order })
    orderOf.set(request, order)
  })
  route('POST /api/reviews/photos', (request) => storeReviewPhoto(context, orderOf.get(request) ?? '', request.body), {
    config: { slowestBody: SLOWEST_UPLOAD, longestMs: 5 * MINUTE },
  })
}

/** The seller's list of reviews, and whether buyers are asked. */
export const adminReviewRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, reviewCalls)

  route('GET /api/reviews', ({ query }) => reviewPage(db, query))
  route('PUT /api/reviews/:id', ({ params, body }) => changeReview(db, params.id, body))
  route('GET /api/review-settings', () => readReviewSettings(db))
  route('PUT /api/review-settings', ({ body }) => saveReviewSettings(db, body))
}
