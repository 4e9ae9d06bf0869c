// What the server says about an owner's first steps.

export const OWN_SHOP = {
  hasOrders: 'Your shop has real orders, so the demo cannot be cleared at once. Delete its products one by one.',
  paymentRunning: 'Someone is paying right now. Please try again in a minute.',
  started: 'The demo is cleared. This is your shop now.',
  linkGone: 'This link was used or is no longer valid. If you have an account, sign in.',
} as const
