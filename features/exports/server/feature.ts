import { defineFeature } from '#server/shop/feature.ts'
import { exportCalls } from '../calls.ts'
import { exportCommands } from './commands.ts'
import { EXPORT_POLICIES } from './rate-limits.ts'
import { exportRoutes } from './routes.ts'

/** Files of what the shop has, in its own formats and those of other shops. */
export const exports = defineFeature({
  name: 'exports',
  calls: exportCalls,
  sections: { exports: 'Everything of the shop as files, to carry away' },
  routes: [exportRoutes],
  policies: EXPORT_POLICIES,
  commands: exportCommands,
})
