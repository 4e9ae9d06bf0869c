import { defineFeature } from '#server/shop/feature.ts'
import { dropCalls } from '../calls.ts'
import { dropReads, tagsOfDropNotice } from './added-data.ts'
import { ofOrders, ofProducts } from './drop-hooks.ts'
import { ofPeople } from './person-hooks.ts'
import { servePlainLine } from './plain-line.ts'
import { DROP_POLICIES } from './rate-limits.ts'
import { adminDropRoutes, dropRoutes } from './routes.ts'
import { startDrops } from './run-drops.ts'
import { announcedDrops } from './shown-drops.ts'
import { TICKET_SECRET } from './tickets.ts'

/** Pieces that go on sale at a set time, and the line of those who wait for them. */
export const drops = defineFeature({
  name: 'drops',
  calls: dropCalls,
  sections: { drops: 'Pieces that appear at a set time, and the line of those who wait for them' },
  routes: [dropRoutes, adminDropRoutes],
  policies: DROP_POLICIES,
  jobs: [startDrops],
  products: ofProducts,
  placing: ofOrders,
  reads: dropReads,
  notices: tagsOfDropNotice,
  plainPages: servePlainLine,
  people: ofPeople,
  secretPaths: ['/drops/:slug/line/'],
  visitorSecrets: [TICKET_SECRET],
  pages: async (db) => (await announcedDrops(db)).map(({ slug }) => `/drops/${slug}`),
})
