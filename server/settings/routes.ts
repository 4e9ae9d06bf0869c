import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Settings, SettingsUpdate } from '#contract/settings.ts'
import { ShopInfo } from '#contract/shop-info.ts'
import type { Shop } from '../app.ts'
import { openSettings, saveSettings } from './settings.ts'

export const settingsRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop: { db } }) => {
  const read = openSettings(db)

  app.get('/shop', {
    schema: { summary: 'Who sells here, and what is added to a price', response: { 200: ShopInfo } },
    handler: read,
  })

  app.get('/settings', {
    schema: { response: { 200: Settings } },
    handler: read,
  })

  app.put('/settings', {
    schema: { summary: 'What is left out stays', body: SettingsUpdate, response: { 200: Settings } },
    handler: ({ body }) => saveSettings(db, body),
  })
}
