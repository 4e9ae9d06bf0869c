import type { AddressForm } from '../checkout/validation.ts'

/** A cart item with the product's data at the time of adding. `price` is in cents. */
export type CartItem = {
  product: string
  name: string
  image: string
  price: number
  qtyAvail: number
  /** Missing in a cart that was stored before there was such a mark, until it is refreshed. */
  oneOfAKind?: boolean
  qty: number
}

/** The cart and the checkout begun with it. */
export type Cart = {
  cartItems: CartItem[]
  shippingAddress: AddressForm
  paymentMethod: string
  /** The discount code that has been applied; empty for none. What it takes off only the server knows. */
  couponCode: string
  /** The id of the account that signed in with this cart, also after its session has ended; null for a visitor's. */
  cartOwner: string | null
}
