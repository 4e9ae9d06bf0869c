import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Product } from '#contract/products.ts'

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

/** The fields of a product that a cart item is made of. */
type CartProduct = Pick<Product, '_id' | 'name' | 'price' | 'qty' | 'oneOfAKind' | 'images'>

/** Cart item of `qty` units of a product. */
export const toCartItem = (product: CartProduct, qty: number): CartItem => ({
  product: product._id,
  name: product.name,
  image: product.images[0]?.Location ?? PLACEHOLDER_PHOTO,
  price: product.price,
  qtyAvail: product.qty,
  oneOfAKind: product.oneOfAKind,
  qty,
})

/** Whether two cart items have equal fields, or are both absent. */
export function isSameItem(one: CartItem | undefined, other: CartItem | undefined) {
  if (!one || !other) return one === other
  return (Object.keys(one) as (keyof CartItem)[]).every((key) => one[key] === other[key])
}
