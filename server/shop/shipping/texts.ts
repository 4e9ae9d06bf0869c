// What the server says about ways to ship.

export const SHIPPING = {
  standardShipping: 'Shipping',
  pickup: 'Pick up',
  agreedShipping: 'Shipping as agreed',
  handedOver: 'In person',
  noShipping: (place: string) => `This shop does not ship to ${place} yet. Contact the shop to ask.`,
} as const
