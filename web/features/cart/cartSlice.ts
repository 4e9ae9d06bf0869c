import { createSlice, current, type PayloadAction } from '@reduxjs/toolkit'
import type { Order, ShippingAddress } from '#contract/orders.ts'
import { storageRestored } from '../../stored-state.ts'
import { signedIn, signedOut } from '../accounts/sessionSlice.ts'
import { type Cart, type CartItem, isSameLine, itemKey } from './cart.ts'

export const EMPTY_CART: Cart = {
  cartItems: [],
  shippingAddress: {},
  paymentMethod: '',
  couponCode: '',
  cartOwner: null,
}

type PaidOrder = Pick<Order, 'orderItems' | 'couponCode'>

export const cartSlice = createSlice({
  name: 'cart',
  initialState: EMPTY_CART,
  reducers: {
    /** Replaces the item of the same product with the same answers. */
    itemAdded(cart, { payload }: PayloadAction<CartItem>) {
      const at = cart.cartItems.findIndex((item) => itemKey(item) === itemKey(payload))
      if (at === -1) cart.cartItems.push(payload)
      else cart.cartItems[at] = payload
    },
    /** The items with the shop's present prices and stock. */
    itemsRefreshed(cart, { payload }: PayloadAction<CartItem[]>) {
      const before = current(cart).cartItems
      const isChanged = payload.length !== before.length || payload.some((item, at) => item !== before[at])
      if (isChanged) cart.cartItems = payload
    },
    /** `payload` is the key of the item. */
    itemRemoved(cart, { payload }: PayloadAction<string>) {
      cart.cartItems = cart.cartItems.filter((item) => itemKey(item) !== payload)
    },
    /** Puts a removed item back in its place, unless it has been added again. */
    itemRestored(cart, { payload: { item, at } }: PayloadAction<{ item: CartItem; at: number }>) {
      if (!cart.cartItems.some((other) => itemKey(other) === itemKey(item))) cart.cartItems.splice(at, 0, item)
    },
    /** The order's items are sold and its code is used. A cart that held nothing else is empty. */
    orderPaid(cart, { payload: { orderItems, couponCode } }: PayloadAction<PaidOrder>) {
      cart.cartItems = cart.cartItems.filter((item) => !orderItems.some((sold) => isSameLine(sold, item)))
      if (cart.cartItems.length === 0 || cart.couponCode === couponCode?.code) cart.couponCode = ''
    },
    shippingAddressSaved(cart, { payload }: PayloadAction<ShippingAddress>) {
      cart.shippingAddress = payload
    },
    paymentMethodSaved(cart, { payload }: PayloadAction<string>) {
      cart.paymentMethod = payload
    },
    couponCodeSaved(cart, { payload }: PayloadAction<string>) {
      cart.couponCode = payload
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(storageRestored, (_, { payload: { userInfo: _user, ...cart } }) => cart)
      // A visitor keeps the cart when signing in; a cart of another user is dropped.
      .addCase(signedIn, (cart, { payload: { _id } }) => {
        const isTheirs = cart.cartOwner === null || cart.cartOwner === _id
        return { ...(isTheirs ? cart : EMPTY_CART), cartOwner: _id }
      })
      .addCase(signedOut, () => EMPTY_CART),
})

export const {
  itemAdded,
  itemsRefreshed,
  itemRemoved,
  itemRestored,
  orderPaid,
  shippingAddressSaved,
  paymentMethodSaved,
  couponCodeSaved,
} = cartSlice.actions
