export const PRICE = { before: 'before' }
