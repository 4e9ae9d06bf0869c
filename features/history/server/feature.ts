import { defineFeature } from '#server/shop/feature.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { historyCalls } from '../calls.ts'
import { pastOrderItemsCsv, pastOrdersCsv, pastReviewsCsv } from './history-files.ts'
import { PAST_RECORDS } from './past-records.ts'
import { ofPeople } from './person-hooks.ts'
import { ordersOfUserRoute, pastCustomerRoutes, pastOrderRoutes, pastReviewRoutes } from './routes.ts'
import { reviewsOfProduct } from './shown-reviews.ts'

/** The orders and reviews that the seller brought along from another shop. */
export const history = defineFeature({
  name: 'history',
  calls: historyCalls,
  sections: {
    customers: 'Accounts as buyers: their orders here and in other shops',
    'past-orders': 'Orders of another shop, as history',
    'past-customers': 'The customers of another shop, as history',
    'past-reviews': 'Reviews that were left at another shop',
  },
  context: () => ({ pastRecords: PAST_RECORDS }),
  routes: [pastOrderRoutes, pastCustomerRoutes, pastReviewRoutes, ordersOfUserRoute],
  products: { page: { reviews: { sql: reviewsOfProduct(products.id) } } },
  people: ofPeople,
  desk: {
    files: (db) => [
      { name: 'history/past-orders.csv', input: pastOrdersCsv(db) },
      { name: 'history/past-order-items.csv', input: pastOrderItemsCsv(db) },
      { name: 'history/past-reviews.csv', input: pastReviewsCsv(db) },
    ],
  },
})
