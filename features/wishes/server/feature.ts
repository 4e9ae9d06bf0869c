import { defineFeature } from '#server/shop/feature.ts'
import { wishCalls } from '../calls.ts'
import { ofPeople } from './person-hooks.ts'
import { WISH_POLICIES } from './rate-limits.ts'
import { wishRoutes } from './routes.ts'

/** Wish lists: in the browser for everybody, and in the shop for people with an account. */
export const wishes = defineFeature({
  name: 'wishes',
  calls: wishCalls,
  sections: { wishes: 'Wish lists' },
  routes: [wishRoutes],
  policies: WISH_POLICIES,
  people: ofPeople,
})
