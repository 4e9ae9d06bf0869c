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
import { closeDiscrepancy, discrepanciesPage, discrepancyById } from './discrepancies.ts'
import { settleDiscrepancy } from './discrepancy-actions.ts'

/** Lists discrepancies, settles and closes them. */
export const discrepancyRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (
  app,
  { context: { db, gateway } },
) => {
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

  app.post(
    '/:id/settle',
    { schema: { params: DiscrepancyKey, response: { 200: Discrepancy } } },
    async ({ params, id, log }) => {
      await settleDiscrepancy({ db, gateway, log, actor: `request ${id}` }, params.id)
      return discrepancyById(db, params.id)
    },
  )
}
