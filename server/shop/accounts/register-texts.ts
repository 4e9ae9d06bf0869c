// Why tables and columns are not in the file of a person.

export const REGISTER = {
  SECRET: 'A secret or its hash, which says nothing about a person and would open something to whoever reads the file.',
  SELLER: 'What the people who run the shop did, which is their data and not that of the buyer.',
  GOODS: 'The goods and coupons of the shop, which are the same for everybody.',
  SHOP: 'The shop’s own settings, texts and workings.',
  STOCK: 'Numbers of pieces. The orders of a person have the pieces that they bought.',
  HISTORY:
    'The history of a product. Where it repeats the answers of a buyer, they are those of the order, which is in the file, and they are erased with it.',
  FIGURES: 'Figures and states of payments and payouts. The payments of a person and their orders are in the file.',
  COUNTERS:
    'Counts by the hash of an address, which end within hours and are deleted with the person, but for how many messages it was sent in the last hour.',
  IMPORTED:
    'The rows of files that the seller brings along from other shops. What they say of a buyer is in the past orders once they are taken over, and is erased here with the person.',
  OPT_OUTS:
    'Which emails somebody has ended, by a keyed hash of the address. It stays when the person is erased, so that none is sent again.',
  WEBHOOKS:
    'Messages of the card service, deleted 30 days after they were processed, or with the person. What they say of a payment is in the file.',
} as const
