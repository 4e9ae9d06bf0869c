// Texts of the page on which a seller takes products, orders and the whole shop along.
import type { ProductFormat } from '#contract/admin/exports.ts'

export const EXPORTS = {
  title: 'Export',
  about: 'Take along what is yours: to another shop, to a bookkeeper, or just to keep.',
  products: 'Products',
  format: 'For',
  /** Each with what it cannot carry. */
  formats: {
    'boutique-csv': {
      name: 'A shop like this one, as CSV',
      lacks: 'Everything of a product, also to look at or change in a spreadsheet.',
    },
    'boutique-json': { name: 'A shop like this one, as JSON', lacks: 'Everything of a product, for programs.' },
    etsy: {
      name: 'Etsy',
      lacks:
        'Cannot carry hidden products, categories, weights, photo descriptions, more than ten photos, bold and italics, the price and stock of each choice, or questions to buyers, days to make, collections, costs and facts such as care.',
    },
    shopify: {
      name: 'Shopify',
      lacks:
        'Cannot carry questions to buyers, days to make, costs, customs data, and marks such as one of a kind, and facts such as materials and care; collections become tags.',
    },
    'shopify-older': {
      name: 'Shopify, older layout',
      lacks: 'For programs that read Shopify’s files by their former column names. It cannot carry more than today’s.',
    },
    square: {
      name: 'Square',
      lacks:
        'Cannot carry photos, web addresses, questions to buyers, days to make, collections, costs, customs data, and facts such as materials and care.',
    },
  } satisfies Record<ProductFormat, { name: string; lacks: string }>,
  withPhotos: 'With the photos, as a ZIP archive',
  photosHint:
    'To move into another shop like this one, which then needs nothing of yours. Other shops fetch photos from their web addresses: the file without the archive has those.',
  download: 'Download',
  downloadProducts: 'Download the products',
  records: 'Orders and customers',
  recordsAbout: 'CSV files for a bookkeeper or a spreadsheet. Amounts are in dollars, times those of the shop.',
  from: 'From',
  to: 'To',
  periodHint: 'Leave both empty for everything.',
  reversed: 'The last day must not be before the first.',
  files: {
    orders: {
      name: 'Orders',
      about: 'A row for each order placed on these days, with shipping, tax, discount, total and what was refunded.',
    },
    items: { name: 'Items', about: 'A row for each item of these orders, with its price and quantity.' },
    refunds: { name: 'Refunds', about: 'A row for each refund made on these days, with the tax and shipping in it.' },
    customers: { name: 'Customers', about: 'A row for each customer who came on these days, with what they spent.' },
  },
  downloadOf: (name: string) => `Download ${name}`,
  shop: 'The whole shop',
  shopAbout:
    'One ZIP archive in open formats: products with photos, orders, customers, pages, look and settings. A text in it says what is where.',
  shopPrivate: 'It has the addresses of your customers. Keep it where nobody else can read it.',
  notBackup: 'This is for reading and moving. To get this same shop back after a loss, you need a',
  backup: 'backup',
  downloadShop: 'Download the whole shop',
  started: 'The download begins. Large shops take a while.',
} as const
