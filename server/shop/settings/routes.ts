import { settingsCalls } from '#contract/calls/settings.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { prepareSettings, saveSettings, withVersion } from './settings.ts'

export const settingsRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const read = prepareSettings(db)
  const route = routesOf(app, settingsCalls)

  route('GET /api/settings', async () => withVersion(await read()))

  route('PUT /api/settings', ({ body }) => saveSettings(db, body))
}
