// The sentences of the pages that stand by themselves, without the shop's scripts (server/pages/standalone-pages.ts).

export const STANDALONE = {
  tryAgain: 'Try again',
} as const

export const OFFLINE = {
  title: 'Offline',
  heading: 'You’re offline',
  unreachable: 'We can’t reach the shop right now. Nothing is lost:',
  saved: [
    'Your cart is saved on this device.',
    'So is the address for your package.',
    'Pages open in other tabs still work.',
  ],
  justPaid: 'If you just paid for an order, it is safe, too: its page will say so when you’re back online.',
} as const

export const TOO_BUSY = {
  title: 'One moment, please',
  cartSaved: 'Your cart is saved on this device.',
} as const
