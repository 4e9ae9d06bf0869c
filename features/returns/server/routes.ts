import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { returnCalls } from '../calls.ts'
import { acceptReturn, adminReturn, closeWithdrawal, refuseReturn, returnsPage } from './admin-returns.ts'
import { askReturn, orderReturns } from './ask-return.ts'
import { exchangeQuote, exchangeReturn } from './exchange.ts'
import { currentPolicy, savePolicy } from './policy.ts'
import { RETURN_POLICIES } from './rate-limits.ts'
import { RETURNS } from './texts.ts'

/** Returns as buyers ask for them, the seller's answers, and the return policy. */
export const returnRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, returnCalls)

  route('GET /api/orders/:id/returns', (request) => orderReturns(db, request.params.id, callerOf(request)))

  route('POST /api/orders/:id/returns', async (request) => {
    const { params, body } = request
    const caller = callerOf(request)
    await limits.count(request, RETURN_POLICIES.returnRequest, { account: caller.id })
    return askReturn(db, params.id, caller, body)
  })

  route('GET /api/returns', ({ query }) => returnsPage(db, query))

  route('GET /api/returns/:id', ({ params }) => adminReturn(db, params.id))

  route('PUT /api/returns/:id/accepted', (request) =>
    acceptReturn(db, request.params.id, { by: callerOf(request).id, answer: request.body.answer }),
  )

  route('PUT /api/returns/:id/refused', (request) =>
    refuseReturn(db, request.params.id, { by: callerOf(request).id, answer: request.body.answer }),
  )

  route('POST /api/returns/:id/exchange/quote', ({ params, body }) => exchangeQuote(db, params.id, body))

  route('POST /api/returns/:id/exchange', (request) =>
    exchangeReturn(db, request.params.id, request.body, { by: callerOf(request).id, actor: `request ${request.id}` }),
  )

  route('PUT /api/returns/unmatched/:id/done', async ({ params }) => {
    await closeWithdrawal(db, params.id)
    return { message: RETURNS.closed }
  })

  route('GET /api/returns/policy', () => currentPolicy(db))

  route('PUT /api/returns/policy', ({ body }) => savePolicy(db, body))
}
