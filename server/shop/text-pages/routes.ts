import { textPageCalls } from '#contract/calls/text-pages.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import {
  allPages,
  createPage,
  deletePage,
  orderPages,
  pageDraft,
  pagePreview,
  publishPage,
  savePage,
  unpublishPage,
} from './edit-text-pages.ts'
import { TEXT_PAGES } from './texts.ts'

/** The calls on text pages, all for admins: visitors get them as pages of the shop. */
export const textPageRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, textPageCalls)

  route('GET /api/pages', () => allPages(db))

  route('POST /api/pages', ({ body }) => createPage(db, body))

  route('PUT /api/pages', ({ body }) => orderPages(db, body.order))

  route('POST /api/pages/preview', ({ body }) => pagePreview(db, body))

  route('GET /api/pages/:slug', ({ params }) => pageDraft(db, params.slug))

  route('PUT /api/pages/:slug', ({ params, body }) => savePage(db, params.slug, body))

  route('PUT /api/pages/:slug/published', ({ params, body }) => publishPage(db, params.slug, body))

  route('DELETE /api/pages/:slug/published', ({ params }) => unpublishPage(db, params.slug))

  route('DELETE /api/pages/:slug', async ({ params }) => ({
    message: TEXT_PAGES.deleted(await deletePage(db, params.slug)),
  }))
}
