import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { OwnShop, OwnShopUpdate } from '#contract/admin/own-shop.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
import { OWN_SHOP } from '../texts/own-shop.ts'
import { startOwnShop } from './clear-demo.ts'
import { ownShopState, saveOwnShop } from './own-shop.ts'

/** The owner's way from the demo to a shop of her own. */
export const ownShopRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db, gateway, shopUrl, setup } = context
  const isLive = modeOf(gateway) === 'live'
  const sendsMail = setup.mailServer !== undefined
  const configured = { takesCards: isLive, sendsMail, hasAddress: shopUrl.startsWith('https:') }

  app.get('/', { schema: { response: { 200: OwnShop } } }, () => ownShopState(db, configured))

  app.put('/', { schema: { body: OwnShopUpdate, response: { 200: OwnShop } } }, async ({ body }) => {
    await saveOwnShop(db, body)
    return ownShopState(db, configured)
  })

  app.post('/', { schema: { response: { 200: Done } } }, async (request) => {
    await startOwnShop(db, { email: callerOf(request).email, isLive })
    return { message: OWN_SHOP.started }
  })
}
