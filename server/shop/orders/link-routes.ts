import { orderCalls } from '#contract/calls/orders.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { EMAIL_CODES } from '#server/shop/accounts/texts.ts'
import { queueEmailCode, queueOrderLink, queueOrderLinks } from '#server/shop/notifications/queue.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { claimByCode, claimByKey } from './claims.ts'
import { addressOfLinks, openOrder } from './order-links.ts'
import { ORDER_LINKS } from './texts.ts'

/** Opens, finds and claims the orders that guests placed. */
export const orderLinkRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, orderCalls)

  route('POST /api/orders/:id/open', (request) =>
    limits.within(request, POLICIES.orderKey, {}, () => openOrder(db, request.params.id, request.body.key)),
  )

  route('POST /api/orders/:id/link', async (request) => {
    const { id } = request.params
    const address = await addressOfLinks(db, id)
    await limits.count(request, POLICIES.orderFind, { account: address || id })
    if (address) await queueOrderLink(db, id, { isNew: true })
    return { message: ORDER_LINKS.renewed }
  })

  route('POST /api/orders/find', async (request) => {
    const { email } = request.body
    await limits.count(request, POLICIES.orderFind, { account: email })
    await queueOrderLinks(db, email)
    return { message: ORDER_LINKS.sent }
  })

  route('POST /api/orders/:id/claim', async (request) => {
    const claim = () => claimByKey(db, callerOf(request), request.params.id, request.body.key)
    await limits.within(request, POLICIES.orderKey, {}, claim)
    return { message: ORDER_LINKS.added }
  })

  route('POST /api/orders/claim-code', async (request) => {
    const { id: account } = callerOf(request)
    await limits.count(request, POLICIES.emailCodeMail, { account })
    await queueEmailCode(db, account)
    return { message: EMAIL_CODES.sent }
  })

  route('POST /api/orders/claim', async (request) => {
    const caller = callerOf(request)
    const claim = () => claimByCode(db, caller, request.body.code)
    return { claimed: await limits.within(request, POLICIES.emailCode, { account: caller.id }, claim) }
  })
}
