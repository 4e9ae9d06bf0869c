import { defineFeature } from '#server/shop/feature.ts'
import { customerCalls } from '../calls.ts'
import { ofPeople } from './person-hooks.ts'
import { customerRoutes } from './routes.ts'

/** The list of those who buy, with what they spent and the seller's notes. */
export const customers = defineFeature({
  name: 'customers',
  calls: customerCalls,
  routes: [customerRoutes],
  people: ofPeople,
})
