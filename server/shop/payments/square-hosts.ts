/**
 * Square's hosts: its API, its card form (script and frames), and the host to which the form sends card data. `wallets`
 * are those of its companies Cash App and Afterpay, from which its script loads their buttons.
 */
export const SQUARE_HOSTS = {
  production: {
    api: 'https://connect.squareup.com',
    scripts: 'https://web.squarecdn.com',
    cards: 'https://pci-connect.squareup.com',
    wallets: {
      scripts: ['https://kit.cash.app', 'https://js.squarecdn.com', 'https://js.afterpay.com'],
      calls: ['https://api.cash.app'],
      images: ['https://kit.cash.app', 'https://static.afterpay.com'],
    },
  },
  sandbox: {
    api: 'https://connect.squareupsandbox.com',
    scripts: 'https://sandbox.web.squarecdn.com',
    cards: 'https://pci-connect.squareupsandbox.com',
    wallets: {
      scripts: ['https://sandbox.kit.cash.app', 'https://js-sandbox.squarecdn.com', 'https://js.sandbox.afterpay.com'],
      calls: ['https://sandbox.api.cash.app'],
      images: ['https://sandbox.kit.cash.app', 'https://static.sandbox.afterpay.com'],
    },
  },
} as const
