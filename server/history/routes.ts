import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  AdminPastReview,
  HistoryKey,
  OrdersOfUser,
  PastOrder,
  PastOrderPage,
  PastOrderQuery,
  PastReviewChange,
  PastReviewPage,
  PastReviewQuery,
} from '#contract/admin/history.ts'
import { Done } from '#contract/users.ts'
import type { Context } from '../context.ts'
import { HISTORY } from '../texts/history.ts'
import { ordersOfUser, pastOrderPage, pastOrderWith } from './past-orders.ts'
import { changePastReview, pastReviewPage } from './past-reviews.ts'
import { erasePastCustomer } from './remove-history.ts'

type Options = { context: Pick<Context, 'db'> }

/** Past orders of other shops, which nobody changes. */
export const pastOrderRoutes: FastifyPluginAsyncZod<Options> = async (app, { context: { db } }) => {
  app.get('/', {
    schema: { querystring: PastOrderQuery, response: { 200: PastOrderPage } },
    handler: ({ query }) => pastOrderPage(db, query),
  })
  app.get('/:id', {
    schema: { params: HistoryKey, response: { 200: PastOrder } },
    handler: ({ params }) => pastOrderWith(db, params.id),
  })
}

/** Those who bought in other shops. */
export const pastCustomerRoutes: FastifyPluginAsyncZod<Options> = async (app, { context: { db } }) => {
  app.delete('/:id', {
    schema: { params: HistoryKey, response: { 200: Done } },
    handler: async ({ params }) => {
      await erasePastCustomer(db, params.id)
      return { message: HISTORY.erased }
    },
  })
}

/** Reviews that were left in other shops. */
export const pastReviewRoutes: FastifyPluginAsyncZod<Options> = async (app, { context: { db } }) => {
  app.get('/', {
    schema: { querystring: PastReviewQuery, response: { 200: PastReviewPage } },
    handler: ({ query }) => pastReviewPage(db, query),
  })
  app.put('/:id', {
    schema: { params: HistoryKey, body: PastReviewChange, response: { 200: AdminPastReview } },
    handler: ({ params, body }) => changePastReview(db, params.id, body),
  })
}

/** The orders of an account, with those of its address in other shops. */
export const ordersOfUserRoute: FastifyPluginAsyncZod<Options> = async (app, { context: { db } }) => {
  app.get('/:id/orders', {
    schema: { params: HistoryKey, response: { 200: OrdersOfUser } },
    handler: ({ params }) => ordersOfUser(db, params.id),
  })
}
