import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  Discrepancy,
  DiscrepancyKey,
  DiscrepancyNote,
  DiscrepancyPage,
  DiscrepancyQuery,
} from '#contract/admin/discrepancies.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { closeDiscrepancy, discrepanciesPage } from './discrepancies.ts'

/** Lists discrepancies and closes them. */
export const discrepancyRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get(
    '/',
    {
      schema: {
        querystring: DiscrepancyQuery,
        response: { 200: DiscrepancyPage },
      },
    },
    ({ query }) => discrepanciesPage(db, query),
  )

  app.put(
    '/:id',
    {
      schema: {
        params: DiscrepancyKey,
        body: DiscrepancyNote,
        response: { 200: Discrepancy },
      },
    },
    (request) => closeDiscrepancy(db, request.params.id, { ...request.body, userId: callerOf(request).id }),
  )
}
