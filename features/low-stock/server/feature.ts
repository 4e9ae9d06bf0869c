import { defineFeature } from '#server/shop/feature.ts'
import { lowStockMessages } from './low-stock-mail.ts'
import { ofPeople } from './person-hooks.ts'
import { startTellingLowStock } from './tell-low-stock.ts'

/** Tells the seller of products that become low in stock. */
export const lowStock = defineFeature({
  name: 'low-stock',
  calls: {},
  jobs: [startTellingLowStock],
  messages: lowStockMessages,
  people: ofPeople,
})
