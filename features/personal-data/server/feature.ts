import { defineFeature } from '#server/shop/feature.ts'
import { personalDataCalls } from '../calls.ts'
import { dataLinkMessage, unqueueDataLinks } from './link-mail.ts'
import { PERSONAL_DATA_POLICIES } from './rate-limits.ts'
import { personalDataRoutes } from './routes.ts'

/** What the shop holds about a person: shown, handed over and deleted. */
export const personalData = defineFeature({
  name: 'personal-data',
  calls: personalDataCalls,
  sections: { 'personal-data': 'What the shop holds about a person, as a file, and its deletion' },
  routes: [personalDataRoutes],
  policies: PERSONAL_DATA_POLICIES,
  messages: [dataLinkMessage],
  people: { tables: {}, erase: unqueueDataLinks },
})
