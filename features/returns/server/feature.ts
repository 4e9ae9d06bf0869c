import { reachesEu } from '#contract/european-union.ts'
import { defineFeature } from '#server/shop/feature.ts'
import { returnCalls } from '../calls.ts'
import { returnReads, tagsOfReturnNotice } from './added-data.ts'
import { returnsToAnswer } from './admin-returns.ts'
import { returnsCsv } from './archive-file.ts'
import { returnEvents } from './order-events.ts'
import { ofPeople } from './person-hooks.ts'
import { servePlainWithdrawal } from './plain-withdrawal.ts'
import { RETURN_POLICIES } from './rate-limits.ts'
import { startDeletingWithdrawals } from './retention.ts'
import { returnMessages } from './return-mails.ts'
import { returnRoutes } from './routes.ts'
import { WITHDRAW_LINK } from './texts.ts'

declare module '#contract/admin/waiting.ts' {
  interface WaitingThings {
    returns: number
  }
}

/** Returns of pieces: by the seller's own policy, and by the right of withdrawal of the European Union. */
export const returns = defineFeature({
  name: 'returns',
  calls: returnCalls,
  sections: { returns: 'Returns and withdrawals of buyers, and the return policy' },
  routes: [returnRoutes],
  policies: RETURN_POLICIES,
  jobs: [startDeletingWithdrawals],
  messages: returnMessages,
  people: ofPeople,
  reads: returnReads,
  notices: tagsOfReturnNotice,
  plainPages: servePlainWithdrawal,
  footerLinks: ({ shipping }) =>
    shipping && reachesEu(shipping.zones.flatMap(({ places }) => places))
      ? [{ to: '/withdraw', label: WITHDRAW_LINK }]
      : [],
  desk: {
    files: (db) => [{ name: 'orders/returns.csv', input: returnsCsv(db) }],
    events: returnEvents,
    waiting: (db) => ({ returns: returnsToAnswer(db) }),
  },
})
