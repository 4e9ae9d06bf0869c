// What the server says about past orders and reviews of other shops.
import { NOT_FOUND as OF_SHOP } from '#server/shop/texts/not-found.ts'

export const HISTORY = {
  erased: 'This customer and their past orders are erased.',
} as const

/** Headings of the tables in the file of a person. */
export const PERSON_FILE = {
  past_customers: 'Who you are in other shops of the seller',
  past_orders: 'Orders in other shops of the seller',
  past_order_items: 'Pieces of these orders',
  past_reviews: 'Reviews of these orders',
} as const

/** What is said about something that is not there. */
export const NOT_FOUND = {
  account: OF_SHOP.account,
  product: OF_SHOP.product,
  pastOrder: 'This past order was not found.',
  pastCustomer: 'This customer was not found.',
  pastReview: 'This review was not found.',
} as const
