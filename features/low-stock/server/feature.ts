import { defineFeature } from '#server/shop/feature.ts'
import { lowStockMessages } from './low-stock-mail.ts'
import { ofPeople } from './person-hooks.ts'
import { startTellingLowStock } from './tell-low-stock.ts'

declare module '#contract/switches.ts' {
  interface Switches {
    lowStockMails: boolean
  }
}

/** Tells the seller of products that become low in stock. */
export const lowStock = defineFeature({
  name: 'low-stock',
  calls: {},
  switches: { lowStockMails: { isOn: true } },
  jobs: [startTellingLowStock],
  messages: lowStockMessages,
  people: ofPeople,
})
