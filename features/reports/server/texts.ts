// What the server says in reports.

/** The file of the monthly statement. */
export const STATEMENT_FILE = {
  headings: [
    'Month',
    'Paid by',
    'Orders',
    'Goods',
    'Gift wrap',
    'Discounts',
    'Shipping',
    'Tax',
    'Tax within prices',
    'Sales',
    'Refunds',
    'Refunded',
    'Refunded shipping',
    'Refunded tax',
    'Taken back in disputes',
    'Card fees',
    'Payments without a known fee',
    'Net',
  ],
  ways: { card: 'Card', cash: 'Cash', other: 'Other', free: 'Nothing to pay' },
  total: 'Total',
  taxHeadings: ['Country', 'State', 'Tax', 'Refunded tax', 'Tax to remit'],
}
