// Texts of the search over everything that an admin sees.
import { counted } from '#web/texts/admin.ts'

export const FIND = {
  label: 'Search orders, products, customers and settings',
  placeholder: 'Search everything',
  results: 'Search results',
  orders: 'Orders',
  products: 'Products',
  collections: 'Collections',
  customers: 'Customers',
  requests: 'Wishes',
  coupons: 'Coupons',
  pages: 'Pages',
  settings: 'Screens',
  stock: (sku: string, qty: number) => `${sku ? `${sku}, ` : ''}${qty === 0 ? 'sold out' : `${qty} in stock`}`,
  nothing: (text: string) => `No matches for “${text}”.`,
  failed: 'The search did not work. Type again to retry.',
  announcement: (count: number) => `${counted(count, 'result')}. Use the arrow keys to choose.`,
} as const
