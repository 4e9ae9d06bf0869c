/** The document with Square's wallets, which stands in a frame on the page of a product and in the cart. */
export const WALLET_FRAME = '/express'
