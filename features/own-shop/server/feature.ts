import { defineFeature } from '#server/shop/feature.ts'
import { ownShopCalls } from '../calls.ts'
import { ofPeople } from './person-hooks.ts'
import { ownShopRoutes } from './routes.ts'

/** From the demo to a shop of one’s own. */
export const ownShop = defineFeature({
  name: 'own-shop',
  calls: ownShopCalls,
  sections: { 'own-shop': 'The way from the demo to a shop of its owner' },
  routes: [ownShopRoutes],
  people: ofPeople,
})
