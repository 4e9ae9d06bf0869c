import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { ownShopCalls } from '../calls.ts'
import { startOwnShop } from './clear-demo.ts'
import { ownShopState, saveOwnShop } from './own-shop.ts'
import { OWN_SHOP } from './texts.ts'

/** The owner's way from the demo to a shop of her own. */
export const ownShopRoutes: ApiRoutes = async (app, { context }) => {
  const { db, gateway, shopUrl, setup } = context
  const isLive = modeOf(gateway) === 'live'
  const sendsMail = setup.mailServer !== undefined
  const configured = { takesCards: isLive, sendsMail, hasAddress: shopUrl.startsWith('https:') }
  const route = routesOf(app, ownShopCalls)

  route('GET /api/own-shop', () => ownShopState(db, configured))

  route('PUT /api/own-shop', async ({ body }) => {
    await saveOwnShop(db, body)
    return ownShopState(db, configured)
  })

  route('POST /api/own-shop', async (request) => {
    await startOwnShop(db, { email: callerOf(request).email, isLive })
    return { message: OWN_SHOP.started }
  })
}
