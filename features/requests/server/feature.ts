import { defineFeature } from '#server/shop/feature.ts'
import { requestCalls } from '../calls.ts'
import { openRequests, requestsFor } from './admin-requests.ts'
import { hasConfirmed, ofPeople } from './person-hooks.ts'
import { REQUEST_POLICIES } from './rate-limits.ts'
import { requestMessages } from './request-mails.ts'
import { startDeletingRequests } from './retention.ts'
import { requestRoutes } from './routes.ts'
import { startTellingShoppers } from './tell-shoppers.ts'

declare module '#contract/admin/waiting.ts' {
  interface WaitingThings {
    requests: number
  }
}

/** Wishes of shoppers: to hear when a sold piece is back, or to have another made. */
export const requests = defineFeature({
  name: 'requests',
  calls: requestCalls,
  sections: { requests: 'Requests of shoppers: to hear when a piece is back, or for another one like it' },
  routes: [requestRoutes],
  policies: REQUEST_POLICIES,
  jobs: [startTellingShoppers, startDeletingRequests],
  people: ofPeople,
  messages: requestMessages,
  privatePaths: ['/requests/'],
  confirmation: hasConfirmed,
  desk: {
    waiting: (db) => ({ requests: openRequests(db) }),
    search: async (db, keyword) => ({ requests: keyword ? await requestsFor(db, keyword) : [] }),
  },
})
