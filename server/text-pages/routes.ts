import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  AdminTextPage,
  AdminTextPages,
  NewTextPage,
  PageKey,
  TextPageDraft,
  TextPageOrder,
  TextPagePreview,
  TextPageText,
  TextPageUpdate,
} from '#contract/admin/text-pages.ts'
import { Done } from '#contract/users.ts'
import type { Context } from '../context.ts'
import { TEXT_PAGES } from '../texts/catalog.ts'
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

/** The calls on text pages, all for admins: visitors get them as pages of the shop. */
export const textPageRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  const answersPage = { response: { 200: AdminTextPage } }

  app.get('/', { schema: { response: { 200: AdminTextPages } } }, () => allPages(db))

  app.post('/', {
    schema: { body: NewTextPage, response: { 201: AdminTextPage } },
    handler: async ({ body }, reply) => reply.code(201).send(await createPage(db, body)),
  })

  app.put('/', {
    schema: { body: TextPageOrder, response: { 200: AdminTextPages } },
    handler: ({ body }) => orderPages(db, body.order),
  })

  app.post('/preview', {
    schema: { body: TextPageDraft, response: { 200: TextPagePreview } },
    handler: ({ body }) => pagePreview(db, body),
  })

  app.get('/:slug', { schema: { params: PageKey, ...answersPage } }, ({ params }) => pageDraft(db, params.slug))

  app.put('/:slug', {
    schema: { params: PageKey, body: TextPageUpdate, ...answersPage },
    handler: ({ params, body }) => savePage(db, params.slug, body),
  })

  app.put('/:slug/published', {
    schema: { params: PageKey, body: TextPageText, ...answersPage },
    handler: ({ params, body }) => publishPage(db, params.slug, body),
  })

  app.delete('/:slug/published', { schema: { params: PageKey, ...answersPage } }, ({ params }) =>
    unpublishPage(db, params.slug),
  )

  app.delete('/:slug', {
    schema: { params: PageKey, response: { 200: Done } },
    handler: async ({ params }) => ({ message: TEXT_PAGES.deleted(await deletePage(db, params.slug)) }),
  })
}
