/** Where Square is: its API, its script with the frames of the card form, and where the script sends the card's data. */
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
