import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Settings, SettingsUpdate } from '#contract/admin/settings.ts'
import { ShopInfo } from '#contract/shop-info.ts'
import type { Context } from '../context.ts'
import { prepareSettings, saveSettings, withVersion } from './settings.ts'
import { openShopInfo } from './shop-info.ts'

export const settingsRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const read = prepareSettings(db)

  app.get('/shop', { schema: { response: { 200: ShopInfo } } }, openShopInfo(context))

  app.get('/settings', {
    schema: { response: { 200: Settings } },
    handler: async () => withVersion(await read()),
  })

  app.put('/settings', {
    schema: { body: SettingsUpdate, response: { 200: Settings } },
    handler: ({ body }) => saveSettings(db, body),
  })
}
