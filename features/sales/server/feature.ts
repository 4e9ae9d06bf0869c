import { defineFeature } from '#server/shop/feature.ts'
import { saleCalls } from '../calls.ts'
import { salesFile } from './archive-file.ts'
import { ofPeople } from './person-hooks.ts'
import { ofProducts } from './product-hooks.ts'
import { saleRoutes } from './routes.ts'
import { startSales } from './run-sales.ts'

/** Lower prices from a time to a time, started and ended by themselves. */
export const sales = defineFeature({
  name: 'sales',
  calls: saleCalls,
  sections: { sales: 'Lower prices from a time to a time' },
  routes: [saleRoutes],
  jobs: [startSales],
  products: ofProducts,
  people: ofPeople,
  desk: { files: (db) => [salesFile(db)] },
})
