import { defineFeature } from '#server/shop/feature.ts'
import { adminSearchCalls } from '../calls.ts'
import { adminSearchRoutes } from './routes.ts'

/** The search over everything that a seller has. */
export const adminSearch = defineFeature({
  name: 'admin-search',
  calls: adminSearchCalls,
  routes: [adminSearchRoutes],
})
