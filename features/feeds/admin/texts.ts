// Texts of the screen of feeds.

const products = (count: number) =>
  count === 1 ? '1 product has no photo and is' : `${count} products have no photo and are`

export const FEEDS = {
  noun: 'screen',
  about: 'Where programs find your products. What is sold leaves right away.',
  google: 'All products',
  googleHint:
    'Paste this in Google Merchant Center under Data sources, in Meta Commerce Manager under Catalog, or in Pinterest under Catalogs. They fetch it by themselves every day.',
  withoutPhoto: (count: number) => `${products(count)} left out: add one, for nobody lists a product without.`,
  pickupOnly: 'This is empty while you ship nowhere: they list only what can be shipped.',
  addZone: 'Add a place to ship to',
  newest: 'New products',
  newestHint: 'Paste this in a feed reader, or in a service that posts what is new.',
  copy: (label: string) => `Copy the address of ${label.toLowerCase()}`,
  copyShort: 'Copy',
  copied: 'Copied.',
  notCopied: 'Select the address and copy it by hand.',
  assistants: 'AI assistants may read my shop',
  assistantsHint:
    'They name your products and send buyers to your pages. Off: their summary and catalog are gone, and robots.txt asks their robots to stay away. Google, Meta and Pinterest stay.',
  saved: 'Saved.',
  on: 'Assistants may read',
  off: 'Assistants may not read',
} as const
