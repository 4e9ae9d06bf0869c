import { createSlice, current, type PayloadAction } from '@reduxjs/toolkit'
import type { ShippingAddress } from '#contract/orders.ts'
import { signedIn, signedOut } from '#web/lib/sessionSlice.ts'
import { type Cart, type CartItem, itemKey } from './cart.ts'
import { storageRestored } from './stored-state.ts'

export const EMPTY_CART: Cart = {
  cartItems: [],
  shippingAddress: {},
  paymentMethod: '',
  couponCode: '',
  cartOwner: null,
}

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
  shippingAddressSaved,
  paymentMethodSaved,
  couponCodeSaved,
} = cartSlice.actions
