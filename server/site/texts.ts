// The sentences of the pages that stand by themselves, without the shop's scripts (server/site/standalone-pages.ts).

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

/** The desk as a phone installs it. */
export const DESK_APP = {
  name: (shop: string) => `${shop}: desk`,
  shortName: 'Desk',
  description: 'Orders, products and figures of your shop',
  shortcuts: [
    { name: 'Orders to ship', short_name: 'To ship', url: '/admin/orderlist?delivery=waiting' },
    { name: 'Sell at a market', short_name: 'Sell', url: '/admin/orders/new' },
    { name: 'Products', url: '/admin/productlist' },
  ],
} as const

/** The title of the frame with Square's wallets. */
export const WALLET_FRAME_TEXT = { title: 'Buy in one step' } as const

/** What is said about something that is not there. */
export const NOT_FOUND = {
  sitemap: 'This sitemap was not found.',
} as const
