// Buying in one step: what a wallet's address costs, and the order of a guest that is placed and paid at once, by the
// same calls as in the checkout.
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { chosenMethod, pricedMethods } from '#contract/offered-methods.ts'
import type { Order } from '#contract/orders.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { TEXT } from '#contract/texts.ts'
import { codeOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { accountsApi } from '#web/shop/accounts/accountsApi.ts'
import { addressProblem, isComplete, trimmedAddress } from '#web/shop/addresses/validation.ts'
import { ratesApi } from '#web/shop/cart/ratesApi.ts'
import { arrival, estimate, placeIn, weighedItems } from '#web/shop/cart/use-methods.ts'
import { catalogApi } from '#web/shop/catalog/catalogApi.ts'
import { couponsApi } from '#web/shop/coupons/couponsApi.ts'
import { ordersApi, PAY_HASH } from '#web/shop/orders/ordersApi.ts'
import { chargeOrder } from '#web/shop/orders/payment-calls.ts'
import { notePaymentProblem } from '#web/shop/orders/payment-problem.ts'
import type { ShippingContact } from '#web/shop/payments/square-sdk.ts'
import { type AddressForm, answersOf, type CartItem, orderedItems } from '#web/shop/visitor/cart.ts'
import type { Store } from '#web/shop/visitor/store.ts'
import { rememberUnpaidOrder } from '#web/shop/visitor/unpaid-orders.ts'
import { EXPRESS } from '#web/texts/express.ts'
import { addressOf, buyerOf } from './contacts.ts'

/** A way to ship, with its price in cents. */
export type ExpressMethod = { id: string; name: string; price: number; arrives?: string }

/** What the items cost at an address, in cents, with the ways to ship there; or why they cannot be sent there. */
export type ExpressQuote =
  | { figures: Quote; methods: ExpressMethod[]; chosen: string | undefined }
  | { problem: string }

const ONCE = { subscribe: false, forceRefetch: true }

/** The amounts of these items at an address, by the way to ship with that id or by the cheapest one. */
export async function expressQuote(
  { dispatch }: Pick<Store, 'dispatch'>,
  shop: ShopInfo,
  items: readonly CartItem[],
  address: AddressForm,
  methodId?: string,
): Promise<ExpressQuote> {
  try {
    const coupon = shop.hasDiscounts
      ? await dispatch(couponsApi.endpoints.discounts.initiate(orderedItems(items), ONCE)).unwrap()
      : undefined
    if (!shop.hasPlaceRates) return { figures: quote(estimate(shop), items, coupon), methods: [], chosen: undefined }
    const [rates, products] = await Promise.all([
      dispatch(ratesApi.endpoints.rates.initiate(placeIn(address), ONCE)).unwrap(),
      Promise.all(
        items.map(({ product }) =>
          dispatch(catalogApi.endpoints.product.initiate(product, { subscribe: false })).unwrap(),
        ),
      ),
    ])
    // Who pays in one step wants a parcel: to collect an order there is the checkout.
    const lines = weighedItems([...items], products)
    const methods = pricedMethods(rates, lines, { coupon }).filter(({ pickup }) => !pickup)
    const method = chosenMethod(methods, methodId)
    if (!method) return { problem: rates.noShipping ?? EXPRESS.refused }
    return {
      figures: quote(method.rates, lines, coupon),
      methods: methods.map((one) => ({
        ...{ id: one.id, name: one.name, price: one.price },
        ...arrival(one, shop, products),
      })),
      chosen: method.id,
    }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

type Purchase = {
  items: readonly CartItem[]
  contact: ShippingContact
  methodId: string | undefined
  /** The total in cents that the wallet has shown. */
  total: number
  sourceId: string
}

/**
 * Places the order and pays it, and then opens its page: that of an order which could not be paid begins with the
 * payment form and the reason. Returns a sentence when no order was placed, and nothing was charged.
 */
export async function buyExpress(store: Store, shop: ShopInfo, purchase: Purchase): Promise<string | null> {
  const { items, contact, methodId, total, sourceId } = purchase
  const address = addressOf(contact)
  if (!isComplete(address)) return EXPRESS.notCharged(addressProblem(address)?.message ?? TEXT.addressIncomplete)
  const offer = await expressQuote(store, shop, items, address, methodId)
  if ('problem' in offer) return EXPRESS.notCharged(offer.problem)
  if (offer.figures.totalPrice !== total) return EXPRESS.totalChanged(offer.figures.totalPrice)
  const refusal = await beGuest(store, contact)
  if (refusal) return refusal
  const { discount: _, ...prices } = offer.figures
  const orderItems = items.map(({ product, qty, price, answers }) => ({
    ...{ product, qty, price },
    ...(answers && { answers: answersOf(answers) }),
  }))
  const newOrder = {
    ...{ orderItems, shippingAddress: trimmedAddress(address), ...prices, code: '' },
    ...(offer.chosen && { shippingMethod: offer.chosen }),
  }
  const { data: order, error } = await store.dispatch(
    ordersApi.endpoints.placeOrder.initiate({ ...newOrder, paymentMethod: PAYMENT_METHOD }, { track: false }),
  )
  if (!order) return EXPRESS.notCharged(messageOf(error))
  await payPlaced(store, order, sourceId)
  return null
}

/** Signs a guest of that name in, unless an account is, or this guest already. Returns a sentence when it is refused. */
async function beGuest({ dispatch, getState }: Store, contact: ShippingContact) {
  const { user } = getState().session
  const { name, email } = buyerOf(contact)
  if (user && (!user.isGuest || (user.name === name && user.email === email))) return null
  if (!email) return EXPRESS.noEmail
  const { error } = await dispatch(accountsApi.endpoints.continueAsGuest.initiate({ name, email }, { track: false }))
  if (!error) return null
  return codeOf(error as ApiFailure) === 'robot_check_required'
    ? EXPRESS.robotAsked
    : EXPRESS.notCharged(messageOf(error))
}

async function payPlaced({ dispatch, getState }: Store, order: Order, sourceId: string) {
  const { user } = getState().session
  if (user) rememberUnpaidOrder(user._id, order)
  const refusal = await dispatch(chargeOrder(order, sourceId))
  if (refusal) notePaymentProblem(order._id, refusal)
  window.location.assign(`/order/${order._id}${refusal ? PAY_HASH : ''}`)
}
