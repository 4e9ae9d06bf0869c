/** A cart item with the product's data at the time of adding. `price` is in cents. */
export type CartItem = {
  product: string
  name: string
  image: string
  price: number
  qtyAvail: number
  /** Missing in carts of an earlier version until the cart is refreshed. */
  oneOfAKind?: boolean
  qty: number
}

/** The fields of the shipping address, perhaps not all of them filled in. */
export type AddressForm = Partial<Record<'address' | 'city' | 'state' | 'postalCode' | 'country', string>>

/** The cart and the values of its checkout. */
export type Cart = {
  cartItems: CartItem[]
  shippingAddress: AddressForm
  paymentMethod: string
  /** The applied discount code, or an empty string. Only the server knows its discount. */
  couponCode: string
  /** The id of the user who signed in with this cart, also after the session has ended; null for a visitor's cart. */
  cartOwner: string | null
}
