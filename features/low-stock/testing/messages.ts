import { type ExampleMessages, HOSTILE } from '#server/testing/message-parts.ts'
import { lowStockEmail } from '../server/low-stock-mail.ts'

export const exampleMessages: ExampleMessages = {
  low_stock: (shop) => lowStockEmail([{ name: HOSTILE, qty: 1, hasChoices: true }], 3, shop),
}
