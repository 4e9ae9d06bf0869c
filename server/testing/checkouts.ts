import { onTestFinished } from 'vitest'
import { toCents } from '#contract/money.ts'
import { testApp } from './app.ts'
import { user } from './factories.ts'
import { expectSoundLedger } from './invariants.ts'

export const ADDRESS = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202' }
export const GOOD_CARD = 'cnon:card-nonce-ok'

type OrderedItem = { id: string; pieces?: number; answers?: Record<string, string> }
type PlacedOrder = { _id: string; totalPrice: number }

/** A shop with a signed-in shopper who places and pays orders through HTTP. Checks the ledger when the test ends. */
export async function testCheckout(...options: Parameters<typeof testApp>) {
  const shop = await testApp(...options)
  onTestFinished(() => expectSoundLedger(shop.db))
  const { user: buyer, token } = await user(shop.db)
  const place = (items: OrderedItem | OrderedItem[], fields: object = {}, by = token) => {
    const orderItems = [items].flat().map(({ id, pieces = 1, answers }) => ({
      product: id,
      qty: pieces,
      ...(answers && { answers }),
    }))
    return shop.post('/api/orders', { orderItems, shippingAddress: ADDRESS, paymentMethod: 'Square', ...fields }, by)
  }
  const pay = (order: PlacedOrder, fields: object = {}, by = token) => {
    const press = { price: toCents(order.totalPrice), sourceId: GOOD_CARD, orderId: order._id }
    return shop.post('/api/orders/processSquare', { ...press, ...fields }, by)
  }
  return {
    ...shop,
    buyer,
    token,
    place,
    pay,
    /** Places an order and returns it. */
    placed: async (...args: Parameters<typeof place>) => (await place(...args)).json(),
    order: async (id: string, by = token) => (await shop.get(`/api/orders/${id}`, by)).json(),
    verify: async (order: string, by = token) => (await shop.post('/api/orders/verify/logs', { order }, by)).json(),
  }
}
