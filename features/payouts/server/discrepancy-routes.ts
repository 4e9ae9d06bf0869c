import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { closeDiscrepancy, discrepanciesPage, discrepancyById } from '#server/shop/payments/discrepancies.ts'
import { payoutCalls } from '../calls.ts'
import { settleDiscrepancy } from './discrepancy-actions.ts'

/** Lists discrepancies, settles and closes them. */
export const discrepancyRoutes: ApiRoutes = async (app, { context: { db, gateway } }) => {
  const route = routesOf(app, payoutCalls)

  route('GET /api/discrepancies', ({ query }) => discrepanciesPage(db, query))

  route('PUT /api/discrepancies/:id', (request) =>
    closeDiscrepancy(db, request.params.id, { ...request.body, userId: callerOf(request).id }),
  )

  route('POST /api/discrepancies/:id/settle', async ({ params, id, log }) => {
    await settleDiscrepancy({ db, gateway, log, actor: `request ${id}` }, params.id)
    return discrepancyById(db, params.id)
  })
}
