import { quote } from '#contract/pricing.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { callApi } from '#web/lib/call-api.ts'
import type { ShippingContact } from '#web/shop/payments/square-sdk.ts'
import type { CartItem } from '#web/shop/visitor/cart.ts'
import { syncWithStorage } from '#web/shop/visitor/storage.ts'
import type { Store } from '#web/shop/visitor/store.ts'
import type { VisitorStore } from '#web/shop/visitor/visitor.ts'
import { addressOf } from './contacts.ts'
import type { ExpressQuote } from './express-order.ts'

export type Purchase = { contact: ShippingContact; methodId: string | undefined; total: number; sourceId: string }
export type ExpressCheckout = {
  /** The price of the goods in cents. */
  goods(): number
  quote(contact: ShippingContact, methodId?: string): Promise<ExpressQuote>
  /** Opens the page of the order; a sentence when none was placed. */
  buy(purchase: Purchase): Promise<string | null>
}

/** The checkout of a wallet for what is on the page. Its code, and a store that makes calls, load with the first question. */
export function checkoutOf(
  pageStore: VisitorStore,
  shown: () => { items: readonly CartItem[]; shop: ShopInfo },
): ExpressCheckout {
  let loading: ReturnType<typeof loaded> | undefined
  const load = () => {
    loading ??= loaded(pageStore).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    goods: () => quote(NOTHING, shown().items).itemsPrice,
    async quote(contact, methodId) {
      const { store, expressQuote } = await load()
      const { items, shop } = shown()
      return expressQuote(store, shop, items, addressOf(contact), methodId)
    },
    async buy(purchase) {
      const { store, buyExpress } = await load()
      const { items, shop } = shown()
      return buyExpress(store, shop, { items, ...purchase })
    },
  }
}

const NOTHING = {
  tax: { ppm: 0, mode: 'flat', shipping: false },
  shipping: { by: 'pieces', bands: [{ upTo: null, price: 0 }] },
} as const

async function loaded(pageStore: VisitorStore) {
  const [{ buyExpress, expressQuote }, { makeStore }] = await Promise.all([
    import('./express-order.ts'),
    import('#web/shop/visitor/store.ts'),
  ])
  const store = 'api' in pageStore.getState() ? (pageStore as Store) : beside(pageStore, makeStore)
  return { buyExpress, expressQuote, store }
}

/** The store of a catalog page makes no calls: one beside it does, with the same visitor. */
function beside(pageStore: VisitorStore, makeStore: typeof import('#web/shop/visitor/store.ts')['makeStore']) {
  const { session, cart } = pageStore.getState()
  const store = makeStore(callApi, { session, cart })
  syncWithStorage(store)
  return store
}
