import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ClaimCode, ClaimedOrders, LinkKey, OrderKey } from '#contract/orders.ts'
import { Done, ForgottenPassword, UserInfo } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { queueEmailCode, queueOrderLink, queueOrderLinks } from '../mail/outbox.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { EMAIL_CODES } from '../texts/accounts.ts'
import { ORDER_LINKS } from '../texts/orders.ts'
import { claimByCode, claimByKey } from './claims.ts'
import { addressOfLinks, openOrder } from './order-links.ts'

/** Opens, finds and claims the orders that guests placed. */
export const orderLinkRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)

  app.post('/:id/open', {
    schema: { params: OrderKey, body: LinkKey, response: { 200: UserInfo } },
    handler: (request) =>
      limits.within(request, 'orderKey', {}, () => openOrder(db, request.params.id, request.body.key)),
  })

  app.post('/:id/link', { schema: { params: OrderKey, response: { 200: Done } } }, async (request) => {
    const { id } = request.params
    const address = await addressOfLinks(db, id)
    await limits.count(request, 'orderFind', { account: address || id })
    if (address) await queueOrderLink(db, id, { isNew: true })
    return { message: ORDER_LINKS.renewed }
  })

  app.post('/find', { schema: { body: ForgottenPassword, response: { 200: Done } } }, async (request) => {
    const { email } = request.body
    await limits.count(request, 'orderFind', { account: email })
    await queueOrderLinks(db, email)
    return { message: ORDER_LINKS.sent }
  })

  app.post('/:id/claim', {
    schema: { params: OrderKey, body: LinkKey, response: { 200: Done } },
    handler: async (request) => {
      const claim = () => claimByKey(db, callerOf(request), request.params.id, request.body.key)
      await limits.within(request, 'orderKey', {}, claim)
      return { message: ORDER_LINKS.added }
    },
  })

  app.post('/claim-code', { schema: { response: { 200: Done } } }, async (request) => {
    const { id: account } = callerOf(request)
    await limits.count(request, 'emailCodeMail', { account })
    await queueEmailCode(db, account)
    return { message: EMAIL_CODES.sent }
  })

  app.post('/claim', { schema: { body: ClaimCode, response: { 200: ClaimedOrders } } }, async (request) => {
    const caller = callerOf(request)
    const claim = () => claimByCode(db, caller, request.body.code)
    return { claimed: await limits.within(request, 'emailCode', { account: caller.id }, claim) }
  })
}
