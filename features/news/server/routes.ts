import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { newsCalls } from '../calls.ts'
import { allNews, createNews, setNews, unsetNews } from './edit-news.ts'
import { NEWS } from './texts.ts'

/** The calls of admins on news: visitors get them as pages of the shop. */
export const newsRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, newsCalls)

  route('GET /api/news', () => allNews(db))

  route('POST /api/news', ({ body }) => createNews(db, body.title))

  route('PUT /api/news/:slug', ({ params, body }) => setNews(db, params.slug, body))

  route('DELETE /api/news/:slug', async ({ params }) => ({
    message: NEWS.plainAgain(await unsetNews(db, params.slug)),
  }))
}
