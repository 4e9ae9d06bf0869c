import { type ComponentType, createContext } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import type { AddedFields } from './order-parts.ts'

/** A product with its units in the cart. */
export type CartedProduct = { product: Product; qty: number }

export type OptionProps = {
  typed?: Readonly<Record<string, string>>
  onChange?(added: AddedFields): void
}

/** What features add to the pages from the cart to the order; each shows nothing where it has nothing to say. */
export type CheckoutParts = {
  /** Above each of them. The last one has the order, which is to be paid. */
  above: readonly ComponentType<{ order?: Order | undefined }>[]
  /** On the page of an order, for its buyer. */
  order: readonly ComponentType<{ order: Order }>[]
  /** Above the items of the cart. */
  cart: readonly ComponentType<{ items: readonly CartedProduct[] }>[]
  /** Below the notice of a piece that has left the cart, because it is made once and sold: paragraphs. */
  leftCart: readonly ComponentType<{ product: Product }>[]
  /**
   * Above the policies on the page that places the order. `onChange` takes what they add to the order; without it they are
   * fields of a form for browsers without JavaScript, which was sent with the values `typed`.
   */
  options: readonly ComponentType<OptionProps>[]
}

export const CheckoutPartsContext = createContext<CheckoutParts>({
  above: [],
  order: [],
  cart: [],
  leftCart: [],
  options: [],
})
