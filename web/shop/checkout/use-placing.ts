import { use, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { HOME, wholeZip } from '#contract/addresses.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { toCents } from '#contract/money.ts'
import { quote } from '#contract/pricing.ts'
import { codeOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { countryOf, isComplete } from '#web/shop/addresses/validation.ts'
import { useFreshCart } from '#web/shop/cart/fresh-cart.ts'
import { useMethods } from '#web/shop/cart/use-methods.ts'
import { useAutomatic } from '#web/shop/coupons/use-automatic.ts'
import { useCoupon } from '#web/shop/coupons/use-coupon.ts'
import { REPEATED_CALL, usePlaceOrderMutation } from '#web/shop/orders/ordersApi.ts'
import { shopApi } from '#web/shop/settings/shopApi.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { type AddedFields, OrderPartsContext } from '#web/shop/slots/order-parts.ts'
import { type AddressForm, answersOf } from '#web/shop/visitor/cart.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { rememberUnpaidOrder } from '#web/shop/visitor/unpaid-orders.ts'
import { PLACE_ORDER } from '#web/texts/checkout.ts'
import { leadToMethods } from './methods-in-sight.ts'
import { useGift } from './use-gift.ts'

/**
 * The order to place to this address: its amounts, its coupon with the discount in cents, its gift, the error that
 * prevents it, and the call that places it.
 */
export function usePlacing(address: AddressForm) {
  const cartItems = useAppSelector(({ cart }) => cart.cartItems)
  const userId = useAppSelector(({ session }) => session.user?._id)
  const { changes, sold, refresh, dismiss, load } = useFreshCart()
  const coupon = useCoupon(countryOf(address) === HOME ? wholeZip(address.postalCode ?? '') : '', cartItems)
  const automaticEffect = useAutomatic(cartItems)
  const gift = useGift()
  const [problem, setProblem] = useState<string | null>(null)
  const [send, { isLoading, isSuccess }] = usePlaceOrderMutation()
  const parts = use(OrderPartsContext)
  const [added, setAdded] = useState<AddedFields>({})
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  // A placed order stays placed while its page loads, and no order is placed before its code has been checked.
  const isPlacing = isLoading || isSuccess || coupon.isChecking
  const { hasPlaceRates } = useShop()
  const effect = coupon.applied?.effect ?? automaticEffect
  const automatic = effect?.automatic
  const methods = useMethods(cartItems, address, { coupon: effect, wrap: gift.wrapPrice })
  const knowsMethods = useRef(false)
  const choose = (id: string) => {
    knowsMethods.current = true
    methods.choose(id)
  }
  const shipping = { ...methods, choose }
  const { knownRates: rates, lines } = shipping
  const figures = quote(rates, lines, effect, gift.wrapPrice)
  const withoutCode = automatic && { amount: 0, itemsDiscount: automatic.amount, freeShip: false, taxFree: false }
  const saving = quote(rates, lines, withoutCode, gift.wrapPrice).totalPrice - figures.totalPrice

  /** Places the order. `to` is the address as it was just sent, when that is newer than the one of the figures. */
  const place = async (to: AddressForm = address) => {
    if (isPlacing || shipping.isLoading || cartItems.length === 0 || !isComplete(to)) return
    setProblem(null)
    // Nobody pays for a way to ship without having seen the others, one of which may be free.
    if (!knowsMethods.current && shipping.methods.length > 1) {
      knowsMethods.current = true
      if (leadToMethods()) return
    }
    const { discount: _, ...prices } = figures
    const orderItems = cartItems.map(({ product, qty, price, answers }) => ({
      ...{ product, qty, price },
      ...(answers && { answers: answersOf(answers) }),
    }))
    const code = coupon.applied?.code ?? ''
    const method = hasPlaceRates && shipping.chosen ? { shippingMethod: shipping.chosen.id } : {}
    const ownParts = { ...gift.wanted, code, added: Object.assign({}, added, ...parts.map((part) => part())) }
    const newOrder = { orderItems, shippingAddress: to, ...method, ...prices, ...ownParts }
    const { data, error } = await send({ ...newOrder, paymentMethod: PAYMENT_METHOD })
    if (!data) return explain(error as ApiFailure)
    if (userId) rememberUnpaidOrder(userId, data)
    navigate(`/order/${data._id}${data.isRepeated ? `?${REPEATED_CALL}` : ''}`)
  }

  /** Updates the cart and the coupon, so that the next try agrees with the shop, and returns what changed. */
  const explain = async (error: ApiFailure) => {
    const cartChanges = error.status === 409 || error.status === 404 ? await refresh() : []
    const couponIsGood = error.status === 409 || error.status === 422 ? await coupon.check() : true
    const isChanged = SHOP_CHANGED.includes(codeOf(error) ?? '')
    const [fresh] = isChanged ? await Promise.all([shipping.refresh(), dispatch(freshShop())]) : []
    const hasLostMethod = fresh?.methods.every(({ id }) => id !== shipping.chosen?.id)
    const hasLostWrap = gift.wrapPrice !== null && quoteIn(error)?.wrapPrice === undefined
    // The page shows the changes, and the errors of the coupon and of the gift note, in their places.
    const isSaid =
      gift.explain(error) || !couponIsGood || (ITEMS_MISSING.includes(codeOf(error) ?? '') && cartChanges.length > 0)
    if (!isSaid) setProblem(hasLostMethod || hasLostWrap ? messageOf(error) : sentenceFor(error))
  }

  return {
    ...{
      figures,
      automatic,
      coupon,
      gift,
      saving,
      changes,
      sold,
      dismiss,
      load,
      problem,
      setProblem,
      place,
      isPlacing,
    },
    shipping,
    /** Sets what parts of the page add to the order. */
    add: setAdded,
    /** Whether nothing gets to the address. */
    isOutOfReach: shipping.noShipping !== undefined && !shipping.chosen,
  }
}

/** Errors that a refresh of the cart says item by item. */
const ITEMS_MISSING = ['items_gone', 'items_being_paid']

/** Errors after which the rates or the time off of the page are outdated. */
const SHOP_CHANGED = ['price_changed', 'shop_closed', 'no_shipping']

const freshShop = () => shopApi.endpoints.shop.initiate(undefined, { subscribe: false, forceRefetch: true })

/** The shop's figures in a refusal for other ones. */
const quoteIn = ({ data }: ApiFailure) => ((data ?? {}) as { quote?: { totalPrice: number; wrapPrice?: number } }).quote

function sentenceFor(error: ApiFailure) {
  const right = quoteIn(error)
  if (codeOf(error) !== 'price_changed' || !right) return messageOf(error)
  return PLACE_ORDER.pricesChanged(toCents(right.totalPrice))
}
