/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  today: { label: 'Today', words: 'dashboard home overview start figures statistics visitors' },
  salesTax: { label: 'Sales tax', words: 'taxes vat states nexus return' },
  monthlyStatement: { label: 'Monthly statement', words: 'report bookkeeping accounting revenue income turnover' },
  earnings: { label: 'Earnings', words: 'profit margin costs material wage' },
} as const
