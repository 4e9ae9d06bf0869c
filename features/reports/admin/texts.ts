// Texts of the reports for the seller and her bookkeeper.

export const STATEMENT = {
  title: 'Monthly statement',
  about: 'Send it to your bookkeeper. Sales count when paid, refunds when completed.',
  zone: (timeZone: string) => `Time zone: ${timeZone}.`,
  year: 'Year',
  month: 'Month',
  wholeYear: 'The whole year',
  download: 'Download as CSV',
  nothing: 'Nothing was sold or refunded in this time.',
  caption: (period: string) => `Statement of ${period}`,
  ways: { card: 'Card', cash: 'Cash', other: 'Other', free: 'Nothing to pay' },
  total: 'Total',
  figures: {
    orders: 'Orders',
    goods: 'Goods',
    wrap: 'Gift wrap',
    discounts: 'Discounts',
    shipping: 'Shipping',
    tax: 'Sales tax',
    taxInPrices: 'Tax that is within the prices',
    sales: 'Sales',
    refunds: 'Refunds',
    refunded: 'Refunded',
    refundedShipping: 'of that, shipping',
    refundedTax: 'of that, sales tax',
    disputed: 'of that, taken back by banks in disputes',
    fees: 'Card fees',
    withoutFee: 'Payments whose fee is not known yet',
    net: 'Net',
  },
  netAbout: 'Net is what is left after refunds and card fees. Set aside the sales tax in it until you remit it.',
  withoutFee: (count: number) =>
    count === 1
      ? 'The card service has not said yet what it charges for one payment. Its fee is missing here.'
      : `The card service has not said yet what it charges for ${count} payments. Their fees are missing here.`,
  taxes: 'Sales tax by state',
  taxesAbout: 'By place and rate, it is under Sales tax.',
  state: 'State',
  collected: 'Collected',
  refundedTax: 'Refunded',
  toRemit: 'To remit',
  byMonth: 'Month by month',
}

export const EARNINGS = {
  title: 'Earnings',
  about:
    'What is left for your work of the products sold in a month, after material, packaging, postage and card fees.',
  nothing: 'Nothing was sold in this month.',
  caption: (month: string) => `Earnings of ${month}`,
  piece: 'Product',
  pieces: 'Sold',
  revenue: 'Paid by buyers',
  costs: 'Costs',
  fees: 'Card fees',
  earned: 'Left for you',
  perHour: 'An hour',
  total: 'Total',
  others: (products: number) =>
    products === 1 ? 'One other product' : `${products.toLocaleString('en-US')} other products`,
  rules:
    'Without sales tax and refunds. Shipping, discounts and fees are shared out by price, with one package for each order and the costs of the day it was paid.',
  estimated: (count: number) =>
    count === 1
      ? 'The fee of one payment is not known yet and computed from the rate in the settings.'
      : `The fees of ${count} payments are not known yet and computed from the rate in the settings.`,
  wish: (perHour: string, wished: string) => `An hour of work paid ${perHour}. You wish for ${wished}.`,
  unknown: 'Sold without costs',
  unknownAbout: 'Enter what these products cost you to see your earnings: open a product and fill in its costs.',
  sold: (pieces: number, revenue: string) => `${pieces === 1 ? '1 product' : `${pieces} products`}, ${revenue}`,
  hasCosts: 'costs known by now',
  addCosts: 'Use the costs of today',
  addCostsHint: 'Adds the costs you have entered by now to this month’s sales, for good.',
}
