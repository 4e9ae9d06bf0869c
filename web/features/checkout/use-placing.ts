import { useState } from 'react'
import { useNavigate } from 'react-router'
import { HOME, wholeZip } from '#contract/addresses.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { toCents } from '#contract/money.ts'
import { quote } from '#contract/pricing.ts'
import { codeOf, messageOf } from '../../api-failure.ts'
import type { ApiFailure } from '../../call-api.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { PLACE_ORDER } from '../../texts/checkout.ts'
import { type AddressForm, answersOf } from '../cart/cart.ts'
import { useFreshCart } from '../cart/fresh-cart.ts'
import { useCoupon } from '../coupons/use-coupon.ts'
import { allTickets } from '../drops/drop-tickets.ts'
import { REPEATED, usePlaceOrderMutation } from '../orders/ordersApi.ts'
import { shopApi } from '../shop/shopApi.ts'
import { useShop } from '../shop/use-shop.ts'
import { useGift } from './use-gift.ts'
import { useMethods } from './use-methods.ts'
import { countryOf, isComplete } from './validation.ts'

/**
 * The order to place to this address: its amounts, its coupon with the discount in cents, its gift, the error that
 * prevents it, and the call that places it.
 */
export function usePlacing(address: AddressForm) {
  const cartItems = useAppSelector(({ cart }) => cart.cartItems)
  const { changes, sold, refresh, dismiss, load } = useFreshCart()
  const coupon = useCoupon(countryOf(address) === HOME ? wholeZip(address.postalCode ?? '') : '')
  const gift = useGift()
  const [problem, setProblem] = useState<string | null>(null)
  const [send, { isLoading, isSuccess }] = usePlaceOrderMutation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  // A placed order stays placed while its page loads, and no order is placed before its code has been checked.
  const isPlacing = isLoading || isSuccess || coupon.isChecking
  const { hasPlaceRates } = useShop()
  const effect = coupon.applied?.effect
  const shipping = useMethods(cartItems, address, { coupon: effect, wrap: gift.wrapPrice })
  const { knownRates: rates, lines } = shipping
  const figures = quote(rates, lines, effect, gift.wrapPrice)
  const saving = quote(rates, lines, null, gift.wrapPrice).totalPrice - figures.totalPrice

  /** Places the order. `to` is the address as it was just sent, when that is newer than the one of the figures. */
  const place = async (to: AddressForm = address) => {
    if (isPlacing || shipping.isLoading || cartItems.length === 0 || !isComplete(to)) return
    setProblem(null)
    const { discount: _, ...prices } = figures
    const orderItems = cartItems.map(({ product, qty, price, answers }) => ({
      ...{ product, qty, price },
      ...(answers && { answers: answersOf(answers) }),
    }))
    const code = coupon.applied?.code ?? ''
    const method = hasPlaceRates && shipping.chosen ? { shippingMethod: shipping.chosen.id } : {}
    const tickets = allTickets()
    const own = { ...gift.wanted, code, ...(tickets.length > 0 && { tickets }) }
    const placed = { orderItems, shippingAddress: to, ...method, ...prices, ...own }
    const { data, error } = await send({ ...placed, paymentMethod: PAYMENT_METHOD })
    if (data) navigate(`/order/${data._id}${data.isRepeated ? `?${REPEATED}` : ''}`)
    else await explain(error as ApiFailure)
  }

  /** Updates the cart and the coupon, so that the next try agrees with the shop, and returns what changed. */
  const explain = async (error: ApiFailure) => {
    const found = error.status === 409 || error.status === 404 ? await refresh() : []
    const couponIsGood = error.status === 409 || error.status === 422 ? await coupon.check() : true
    const isChanged = SHOP_CHANGED.includes(codeOf(error) ?? '')
    const [fresh] = isChanged ? await Promise.all([shipping.refresh(), dispatch(freshShop())]) : []
    const hasLostMethod = fresh?.methods.every(({ id }) => id !== shipping.chosen?.id)
    const hasLostWrap = gift.wrapPrice !== null && quoteIn(error)?.wrapPrice === undefined
    // The page shows the changes, and the errors of the coupon and of the gift note, in their places.
    const isSaid =
      gift.explain(error) || !couponIsGood || (ITEMS_MISSING.includes(codeOf(error) ?? '') && found.length > 0)
    if (!isSaid) setProblem(hasLostMethod || hasLostWrap ? messageOf(error) : sentenceFor(error))
  }

  return {
    ...{ figures, coupon, gift, saving, changes, sold, dismiss, load, problem, setProblem, place, isPlacing },
    shipping,
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
