import type { Answered } from '#contract/answers.ts'
import { surchargeOf } from '#contract/order-items.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Product } from '#contract/products.ts'
import type { Answers } from '#contract/questions.ts'

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
  /** The answers to the product's questions; absent without any. `price` includes what they cost. */
  answers?: Answered[]
}

/** The key of a cart item: its product and its answers. Without answers it is the product's id. */
export const itemKey = ({ product, answers }: Pick<CartItem, 'product' | 'answers'>) =>
  answers ? JSON.stringify([product, answersOf(answers)]) : product

/** Answers by the keys of their questions, as an order takes them. */
export const answersOf = (answers: readonly Answered[]): Answers =>
  Object.fromEntries(answers.map(({ key, answer }) => [key, answer]))

/** The items as the shop is asked about them. */
export const orderedItems = (items: readonly CartItem[]) =>
  items.map(({ product, qty, answers }) => ({ product, qty, ...(answers && { answers: answersOf(answers) }) }))

/** The fields of the shipping address, perhaps not all of them filled in. */
export type AddressForm = Partial<
  Record<
    'address' | 'city' | 'state' | 'postalCode' | 'country' | 'countryCode' | 'phone' | 'address2' | 'recipient',
    string
  >
>

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

/** Cart item of `qty` units of a product, with checked answers to its questions. */
export const toCartItem = (product: CartProduct, qty: number, answers: Answered[] = []): CartItem => ({
  product: product._id,
  name: product.name,
  image: product.images[0]?.Location ?? PLACEHOLDER_PHOTO,
  price: product.price + surchargeOf(answers),
  qtyAvail: product.qty,
  oneOfAKind: product.oneOfAKind,
  qty,
  ...(answers.length > 0 && { answers }),
})

/** Whether two cart items have equal fields, or are both absent. */
export function isSameItem(one: CartItem | undefined, other: CartItem | undefined) {
  if (!one || !other) return one === other
  const { answers, ...fields } = one
  const areEqual = (Object.keys(fields) as (keyof typeof fields)[]).every((key) => one[key] === other[key])
  return areEqual && JSON.stringify(answers) === JSON.stringify(other.answers)
}
