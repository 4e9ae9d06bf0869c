import { defineFeature } from '#server/shop/feature.ts'
import { setupCalls } from '../calls.ts'
import { checkCommands } from './commands.ts'
import { setupFacts } from './facts.ts'
import { SETUP_POLICIES } from './rate-limits.ts'
import { setupRoutes } from './routes.ts'
import { startCheckingUpdates } from './updates.ts'

/** What is still to set up, and how the shop is. */
export const shopCheck = defineFeature({
  name: 'shop-check',
  calls: setupCalls,
  sections: { setup: 'What is configured on the server, and tests of it' },
  context: ({ env, settingsFile, environment, restart }) => ({
    setup: setupFacts(env, settingsFile),
    connections: { dataDir: env.DATA_DIR, environment, restart },
  }),
  routes: [setupRoutes],
  policies: SETUP_POLICIES,
  jobs: [
    ({ setup: { updatesUrl: url }, dataDir, log }) => (url ? startCheckingUpdates({ url, dataDir, log }) : undefined),
  ],
  commands: checkCommands,
})
