// What people who pack orders read: their link in the account menu, and the form of a product's photos and stock.

export const PACKERS = {
  desk: 'Pack orders',
  shelf: 'Photos and stock',
  shelfHint: 'The owner of the shop changes names, prices and everything else.',
  pieces: (name: string) => `${name}: pieces on the shelf`,
  saved: (name: string) => `${name} is saved.`,
  wholeNumber: 'Enter a whole number of pieces.',
  asksToCancel: 'The buyer asks to cancel this order. Ask the owner of the shop before you ship it.',
  unpaid: 'This order is not paid yet. Ask the owner of the shop before you ship it.',
} as const
