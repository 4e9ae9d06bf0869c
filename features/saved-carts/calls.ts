import { defineCalls } from '#contract/calls/define-calls.ts'
import { OtherCarts, SavedCart, SavedCartKey } from './contract.ts'

export const savedCartCalls = defineCalls({
  'PUT /api/saved-carts/:device': {
    access: 'user',
    id: 'saveCart',
    summary: 'Save the cart of a device, and read what the carts of your other devices have',
    params: SavedCartKey,
    body: SavedCart,
    answer: OtherCarts,
  },
})
