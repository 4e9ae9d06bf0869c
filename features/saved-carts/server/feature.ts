import { defineFeature } from '#server/shop/feature.ts'
import { savedCartCalls } from '../calls.ts'
import { ofPeople } from './person-hooks.ts'
import { SAVED_CART_POLICIES } from './rate-limits.ts'
import { startDeletingCarts } from './retention.ts'
import { savedCartRoutes } from './routes.ts'

/** The carts of people with an account, which their other devices offer. */
export const savedCarts = defineFeature({
  name: 'saved-carts',
  calls: savedCartCalls,
  sections: { 'saved-carts': 'Carts of a person’s other devices' },
  routes: [savedCartRoutes],
  policies: SAVED_CART_POLICIES,
  jobs: [startDeletingCarts],
  people: ofPeople,
})
