/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  paymentProblems: {
    label: 'Payment problems',
    words: 'discrepancies disputes chargeback claims fraud declined failed',
  },
  payouts: { label: 'Payouts', words: 'money check bank deposits transfer processing fees' },
} as const
