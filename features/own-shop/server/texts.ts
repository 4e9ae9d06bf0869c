// What the server says about an owner's first steps.

export const OWN_SHOP = {
  /** The heading of the search in a shop of one's own; that of the demo is prescribed as it is. */
  searchTitle: 'Find what you’re looking for!',
  hasOrders: 'Your shop has real orders, so the demo cannot be cleared at once. Delete its products one by one.',
  paymentRunning: 'Someone is paying right now. Please try again in a minute.',
  started: 'The demo is cleared. This is your shop now.',
} as const
