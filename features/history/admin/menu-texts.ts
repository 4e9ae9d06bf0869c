/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  pastOrders: { label: 'From other shops', words: 'past orders old history etsy' },
  pastReviews: { label: 'Past reviews', words: 'ratings stars feedback testimonials etsy other shops' },
} as const

/** Above the list of orders. */
export const PAST_ORDERS_LINK = { to: '/admin/past-orders', label: 'Past orders' }
