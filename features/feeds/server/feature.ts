import { defineFeature } from '#server/shop/feature.ts'
import { feedCalls } from '../calls.ts'
import { changedAddresses } from '../schema.ts'
import { googleFeed } from './google-feed.ts'
import { indexNowKeyFile, startPinging } from './index-now.ts'
import { llmsFile } from './llms-file.ts'
import { newFeed } from './new-feed.ts'
import { ofPeople } from './person-hooks.ts'
import { FEED_POLICIES } from './rate-limits.ts'
import { refusedAssistants } from './robots.ts'
import { feedRoutes } from './routes.ts'
import { ucpProfile } from './ucp-profile.ts'
import { ucpRoutes } from './ucp-routes.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Where search engines hear what has changed; undefined when the owner wants no pings. */
    indexNowUrl?: string | undefined
  }
}

/** What programs read to find products: feeds, a summary and a catalog for assistants, and pings to search engines. */
export const feeds = defineFeature({
  name: 'feeds',
  calls: feedCalls,
  sections: { feeds: 'Addresses for programs that look for products' },
  context: ({ env }) => ({ indexNowUrl: env.INDEXNOW_URL === 'off' ? undefined : env.INDEXNOW_URL }),
  routes: [feedRoutes, ucpRoutes],
  policies: FEED_POLICIES,
  jobs: [startPinging],
  files: [googleFeed, newFeed, llmsFile, ucpProfile, indexNowKeyFile],
  robots: refusedAssistants,
  people: ofPeople,
  notBackedUp: [changedAddresses],
})
