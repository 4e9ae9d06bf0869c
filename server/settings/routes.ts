import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Settings, SettingsUpdate } from '#contract/admin/settings.ts'
import { ShopInfo, type ShopPayments } from '#contract/shop-info.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
import { prepareSettings, saveSettings, withVersion } from './settings.ts'

/** How the shop takes payments, for its pages. */
function paymentsOf({ gateway, isPublicDemo }: Context): ShopPayments {
  if (modeOf(gateway) === 'live') return 'live'
  return isPublicDemo ? 'public-demo' : 'simulated'
}

export const settingsRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const read = prepareSettings(db)
  const payments = paymentsOf(context)

  app.get('/shop', {
    schema: { response: { 200: ShopInfo } },
    handler: async () => ({ ...(await read()), payments }),
  })

  app.get('/settings', {
    schema: { response: { 200: Settings } },
    handler: async () => withVersion(await read()),
  })

  app.put('/settings', {
    schema: { body: SettingsUpdate, response: { 200: Settings } },
    handler: ({ body }) => saveSettings(db, body),
  })
}
