import { defineFeature } from '#server/shop/feature.ts'
import { asAnyPart } from '#server/shop/totals/cached-reports.ts'
import { payoutCalls } from '../calls.ts'
import { payoutCommands } from './commands.ts'
import { discrepancyRoutes } from './discrepancy-routes.ts'
import { startMoneyCheck } from './money-check-job.ts'
import { MONEY } from './money-days.ts'
import { moneyRoutes } from './money-routes.ts'

/** What the card service paid out, compared with the payments of the shop. */
export const payouts = defineFeature({
  name: 'payouts',
  calls: payoutCalls,
  sections: {
    discrepancies: 'Differences between the payments of the shop and of the card service',
    'money-check': 'The money of a month beside the payouts of the card service',
    payouts: 'Payouts of the card service to the bank',
  },
  routes: [moneyRoutes, discrepancyRoutes],
  jobs: [startMoneyCheck],
  cachedReports: { parts: async () => [asAnyPart(MONEY)] },
  commands: payoutCommands,
})
