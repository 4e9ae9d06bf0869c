/** Square's hosts: its API, its card form (script and frames), and the host to which the form sends card data. */
export const SQUARE_HOSTS = {
  production: {
    api: 'https://connect.squareup.com',
    scripts: 'https://web.squarecdn.com',
    cards: 'https://pci-connect.squareup.com',
  },
  sandbox: {
    api: 'https://connect.squareupsandbox.com',
    scripts: 'https://sandbox.web.squarecdn.com',
    cards: 'https://pci-connect.squareupsandbox.com',
  },
} as const
