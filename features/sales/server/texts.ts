// What the server says about sales.

export const SALES = {
  notFound: 'This sale was not found.',
  hasStarted: 'The sale has started. Only its name and its end can be changed; end it and plan another for the rest.',
  isOver: 'This sale is over.',
  changedMeanwhile:
    'Someone else saved this sale in the meantime, or it has started, so your changes were not saved. Load it again and repeat them.',
  inPast: 'Choose an end that is still to come.',
  targetGone: 'A category, collection or product that you chose was deleted. Load the page again.',
  overlaps: (sale: string) =>
    `The sale “${sale}” is at that time and for one of these already. Change the days, or what the sale is for.`,
  deleted: (sale: string) => `The sale “${sale}” was deleted.`,
  inSale: (sale: string) =>
    `This product is in the sale “${sale}”. End the sale first, then change whether the product has choices.`,
} as const

/** The lines of a product's history. */
export const SALE_HISTORY = {
  started: (sale: string) => `In the sale ${sale}`,
  ended: (sale: string) => `The sale ${sale} has ended`,
} as const
