import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CategoryKey, CategoryName, CategoryOrder } from '#contract/admin/categories.ts'
import { Categories, Category, Shelves } from '#contract/products.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { CATEGORIES } from '../texts/catalog.ts'
import { allCategories } from './categories.ts'
import { addCategory, orderCategories, removeCategory, renameCategory } from './edit-categories.ts'
import { shelves } from './highlights.ts'

export const categoryRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', {
    schema: { response: { 200: Categories } },
    handler: () => allCategories(db),
  })

  app.get('/shelves', {
    schema: {
      response: { 200: Shelves },
    },
    handler: () => shelves(db),
  })

  app.post('/', {
    schema: { body: CategoryName, response: { 201: Category } },
    handler: async ({ body }, reply) => reply.code(201).send(await addCategory(db, body.name)),
  })

  app.put('/', {
    schema: { body: CategoryOrder, response: { 200: Categories } },
    handler: ({ body }) => orderCategories(db, body.order),
  })

  app.put('/:slug', {
    schema: {
      params: CategoryKey,
      body: CategoryName,
      response: { 200: Category },
    },
    handler: (request) => renameCategory(db, request.params.slug, request.body.name, callerOf(request).id),
  })

  app.delete('/:slug', {
    schema: { params: CategoryKey, response: { 200: Done } },
    handler: async ({ params }) => {
      await removeCategory(db, params.slug)
      return { message: CATEGORIES.deleted }
    },
  })
}
