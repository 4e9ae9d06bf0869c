import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { feedCalls } from '../calls.ts'
import { feeds, saveFeedSettings } from './feed-settings.ts'

/** The calls of admins on feeds. */
export const feedRoutes: ApiRoutes = async (app, { context: { db, shopUrl } }) => {
  const route = routesOf(app, feedCalls)

  route('GET /api/feeds', () => feeds(db, shopUrl))

  route('PUT /api/feeds', async ({ body }) => {
    await saveFeedSettings(db, body)
    return feeds(db, shopUrl)
  })
}
