import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ShippingAddress } from '#contract/orders.ts'
import { signedOut } from '../accounts/sessionSlice.ts'

/** A piece in the cart, as it was when it was put there (D32). `price` is in cents. */
export type CartItem = {
  product: string
  slug: string
  name: string
  image: string
  price: number
  qtyAvail: number
  /** Missing in a cart that was stored before there was such a mark, until it is refreshed. */
  oneOfAKind?: boolean
  qty: number
}

type Cart = {
  cartItems: CartItem[]
  shippingAddress: Partial<ShippingAddress>
  paymentMethod: string
}

const EMPTY: Cart = { cartItems: [], shippingAddress: {}, paymentMethod: '' }

export const cartSlice = createSlice({
  name: 'cart',
  initialState: EMPTY,
  reducers: {
    cartRestored: (_, { payload }: PayloadAction<Cart>) => payload,
    /** An item whose product is in the cart already takes its place. */
    itemAdded(cart, { payload }: PayloadAction<CartItem>) {
      const at = cart.cartItems.findIndex((item) => item.product === payload.product)
      if (at === -1) cart.cartItems.push(payload)
      else cart.cartItems[at] = payload
    },
    /** The items as the shop has them today. */
    itemsRefreshed(cart, { payload }: PayloadAction<CartItem[]>) {
      cart.cartItems = payload
    },
    itemRemoved(cart, { payload }: PayloadAction<string>) {
      cart.cartItems = cart.cartItems.filter((item) => item.product !== payload)
    },
    /** What has been taken out returns to its place, unless it has been added again meanwhile. */
    itemRestored(cart, { payload: { item, at } }: PayloadAction<{ item: CartItem; at: number }>) {
      if (!cart.cartItems.some(({ product }) => product === item.product)) cart.cartItems.splice(at, 0, item)
    },
    cartCleared(cart) {
      cart.cartItems = []
    },
    shippingAddressSaved(cart, { payload }: PayloadAction<ShippingAddress>) {
      cart.shippingAddress = payload
    },
    paymentMethodSaved(cart, { payload }: PayloadAction<string>) {
      cart.paymentMethod = payload
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => EMPTY),
})

export const {
  cartRestored,
  itemAdded,
  itemsRefreshed,
  itemRemoved,
  itemRestored,
  cartCleared,
  shippingAddressSaved,
  paymentMethodSaved,
} = cartSlice.actions
