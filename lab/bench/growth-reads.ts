import { SORTS } from '#contract/filters.ts'

/** What the paths of a shop are about: its own products, people and months. */
export type Landmarks = {
  slug: string
  /** What the database says when a product and the settings have changed. */
  notices: string[]
  family: string
  bestSeller: string
  category: string
  rareWord: string
  order: string
  customer: string
  month: string
  yearBefore: string
  firstDay: string
  lastDay: string
  /** The pages in the middle of the lists. */
  productsPage: number
  adminProductsPage: number
  ordersPage: number
  /** The place of the page before it, which the link to it carries, by number and by the total from the highest. */
  nearOrders: string
  nearTotals: string
  customersPage: number
}

/** Something that a person waits for. */
export type ReadCase = {
  what: string
  path(landmarks: Landmarks): string
  as: 'visitor' | 'customer' | 'admin'
  /** Why it may take longer in a larger shop. */
  because?: string
  /** A file with a row for each order or product, so what is measured is the time of 1,000 rows. */
  isFile?: true
}

const visitor = (what: string, path: ReadCase['path']): ReadCase => ({ what, path, as: 'visitor' })
const customer = (what: string, path: ReadCase['path']): ReadCase => ({ what, path, as: 'customer' })
const admin = (what: string, path: ReadCase['path'], because?: string): ReadCase => ({
  what,
  path,
  as: 'admin',
  ...(because !== undefined && { because }),
})
const file = (what: string, path: ReadCase['path']): ReadCase => ({
  ...admin(`${what}, per 1,000 rows`, path),
  isFile: true,
})

const listUrl = (query: string) => () => `/api/products?extras=true&${query}`
const orders = (query: string) => () => `/api/orders?${query}`

/** What visitors read. */
const PUBLIC: ReadCase[] = [
  visitor('home page', () => '/'),
  visitor('list of all, page', () => '/shop'),
  ...SORTS.map((sort) => visitor(`list of all, by ${sort}`, listUrl(`sort=${sort}`))),
  visitor('list of all, a page in the middle', ({ productsPage }) => `/api/products?pageNumber=${productsPage}`),
  visitor('list of all, its last page', ({ productsPage }) => `/api/products?pageNumber=${productsPage * 2 - 1}`),
  visitor('list of a category', ({ category }) => `/api/products?extras=true&category=${category}`),
  visitor('filtered by color', listUrl('color=blue')),
  visitor('filtered by price', listUrl('minPrice=10&maxPrice=12')),
  visitor('filtered by stock', listUrl('inStock=true')),
  visitor('collection', () => '/api/products?extras=true&collection=favorites-of-the-house'),
  visitor('search for a rare word', ({ rareWord }) => `/api/products?extras=true&keyword=${rareWord}`),
  visitor('search for a frequent word', listUrl('keyword=walnut')),
  visitor('search for two words', listUrl('keyword=walnut%20pen')),
  visitor('search with a typing error', listUrl('keyword=walnt%20pen')),
  visitor('search that finds nothing', listUrl('keyword=submarine')),
  visitor('suggestions for a rare word', ({ rareWord }) => `/api/products/suggestions?keyword=${rareWord}`),
  visitor('suggestions for a frequent word', () => '/api/products/suggestions?keyword=waln'),
  visitor('suggestions with a typing error', () => '/api/products/suggestions?keyword=walnt'),
  visitor('product page', ({ slug }) => `/products/${slug}`),
  visitor('page of a product with choices', ({ family }) => `/products/${family}`),
  visitor('products related to one', ({ slug }) => `/api/products/${slug}/related`),
  visitor('sitemap', () => '/sitemap.xml'),
]

/** What a customer reads. */
const OWN_READS: ReadCase[] = [
  customer('own orders', () => '/api/orders/myorders'),
  customer('what the shop holds about oneself', () => '/api/personal-data'),
]

/** What the seller reads. */
const DESK: ReadCase[] = [
  admin('orders', orders('')),
  admin(
    'orders, a page in the middle, by its link',
    ({ ordersPage, nearOrders }) => `/api/orders?pageNumber=${ordersPage}&near=${nearOrders}`,
  ),
  admin(
    'orders, a page in the middle, by its number alone',
    ({ ordersPage }) => `/api/orders?pageNumber=${ordersPage}`,
  ),
  admin('orders, the last page', ({ ordersPage }) => `/api/orders?pageNumber=${ordersPage * 2 - 1}`),
  ...['number', 'total', '-total'].map((sort) => admin(`orders by ${sort}`, orders(`sort=${sort}`))),
  admin(
    'orders by -total, a page in the middle, by its link',
    ({ ordersPage, nearTotals }) => `/api/orders?sort=-total&pageNumber=${ordersPage}&near=${nearTotals}`,
  ),
  admin('orders that are paid', orders('payment=paid')),
  admin('orders that are unpaid', orders('payment=unpaid')),
  admin('orders to ship', orders('delivery=waiting')),
  admin('orders shipped', orders('delivery=shipped')),
  admin('orders deleted', orders('show=deleted')),
  admin('orders, by number', orders('keyword=42')),
  admin('orders of a common name', orders('keyword=potter')),
  admin('orders of a name', orders('keyword=ruth%20weaver')),
  admin('orders of a product', ({ rareWord }) => `/api/orders?keyword=${rareWord}`),
  admin('orders of many products', orders('keyword=walnut')),
  admin('orders to a city', orders('keyword=madison')),
  admin('orders with an answer', orders('keyword=jb')),
  admin('orders with a gift note', orders('keyword=for%20ida%2042')),
  admin('order', ({ order }) => `/api/orders/${order}`),
  admin('what happened to an order', ({ order }) => `/api/orders/${order}/timeline`),
  admin('products', () => '/api/products?view=admin'),
  admin(
    'products, a page in the middle',
    ({ adminProductsPage }) => `/api/products?view=admin&pageNumber=${adminProductsPage}`,
  ),
  ...['name', 'sku', 'price', 'qty', '-qty'].map((sort) =>
    admin(`products by ${sort}`, () => `/api/products?view=admin&sort=${sort}`),
  ),
  ...['low', 'soldout', 'draft', 'featured', 'unweighed'].map((show) =>
    admin(`products: ${show}`, () => `/api/products?view=admin&show=${show}`),
  ),
  admin('products with a frequent word', () => '/api/products?view=admin&keyword=walnut'),
  admin('product with its history', ({ bestSeller }) => `/api/products/${bestSeller}?view=admin`),
  admin('customers', () => '/api/users'),
  admin('customers, a page in the middle', ({ customersPage }) => `/api/users?pageNumber=${customersPage}`),
  admin('customers by name', () => '/api/users?sort=name'),
  admin('customers with a common name', () => '/api/users?keyword=potter'),
  admin('orders of a customer', ({ customer }) => `/api/customers/${customer}/orders`),
  admin('what the shop holds about a customer', ({ customer }) => `/api/personal-data/users/${customer}`),
  admin('search for a common name', () => '/api/admin/search?q=potter'),
  admin('search for a frequent word of the desk', () => '/api/admin/search?q=walnut'),
  admin('search for a number', () => '/api/admin/search?q=42'),
  admin('coupons', () => '/api/coupons'),
  admin('health', () => '/api/setup/health'),
  admin('discrepancies', () => '/api/discrepancies'),
  admin('dashboard, by day', () => '/api/dashboard?period=day'),
  admin('dashboard, by week', () => '/api/dashboard?period=week'),
  admin('dashboard, by month', () => '/api/dashboard?period=month'),
]

/** Reports and files. */
const WHOLES: ReadCase[] = [
  admin('money check', ({ month }) => `/api/money-check?month=${month}`),
  admin('sales tax of a month', ({ firstDay, lastDay }) => `/api/reports/sales-tax?from=${firstDay}&to=${lastDay}`),
  admin('statement of a month', ({ month }) => `/api/reports/monthly-statement?from=${month}&to=${month}`),
  admin(
    'statement of a year',
    ({ month, yearBefore }) => `/api/reports/monthly-statement?from=${yearBefore}&to=${month}`,
  ),
  admin('earnings of a month', ({ month }) => `/api/reports/earnings/${month}`),
  admin('sales by state, two years', () => '/api/tax/thresholds'),
  file('file of the orders of a month', ({ firstDay, lastDay }) => `/api/orders/export?from=${firstDay}&to=${lastDay}`),
  file(
    'file of the items of a month',
    ({ firstDay, lastDay }) => `/api/orders/export/items?from=${firstDay}&to=${lastDay}`,
  ),
  file('file of all orders', () => '/api/orders/export'),
  file('file of all customers', () => '/api/users/export'),
  file('file of all products', () => '/api/products/export'),
]

/** All reads that are measured, in the order of the table. */
export const READS: ReadCase[] = [...PUBLIC, ...OWN_READS, ...DESK, ...WHOLES]
