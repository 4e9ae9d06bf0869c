// Every list of the admin side, with every order and filter. In a shop as large as large-shop.ts makes it they must
// stay fast and use indexes: the bench measures them, and query-plans.test.ts checks their query plans.

type List = {
  name: string
  path: string
  /** Its sort orders besides the default. */
  sorts?: string[]
  /** Its filters, as query parameters. */
  filters?: string[]
  /** Keywords to search for: a common one and a rare one. */
  keywords?: string[]
  /** Whether it is paginated. */
  hasPages?: boolean
}

export const LISTS: List[] = [
  {
    name: 'users',
    path: '/api/users',
    sorts: ['name', '-name', 'email', '-email', 'joined', '-joined'],
    keywords: ['potter', 'ruth weaver', 'vera.9'],
    hasPages: true,
  },
  {
    name: 'products',
    path: '/api/products?view=admin',
    sorts: ['name', '-name', 'sku', '-sku', 'price', '-price', 'qty', '-qty'],
    filters: ['category=pens', 'show=low', 'show=low&keyword=walnut', 'show=soldout', 'show=draft', 'show=featured'],
    keywords: ['walnut', 'zinnia mug', 'LS-00042'],
    hasPages: true,
  },
  {
    name: 'orders',
    path: '/api/orders',
    sorts: ['number', '-number', 'total', '-total'],
    filters: [
      'payment=paid',
      'payment=unpaid',
      'payment=paid&sort=-total',
      'payment=paid&delivery=waiting',
      'show=deleted',
    ],
    keywords: [
      ...['potter', 'ruth weaver', '1042', '9400100000000000000001', 'walnut pen 42', 'for ida 42', 'jb'],
      ...['madison', 'walnut', '100%'],
    ],
    hasPages: true,
  },
  ...['potter', '1042', 'walnut pen 42', 'large0042', 'jb'].map((q) => ({
    name: `search for ${q}`,
    path: `/api/admin/search?q=${encodeURIComponent(q)}`,
  })),
  { name: 'coupons', path: '/api/coupons', sorts: ['code', '-amount'], keywords: ['large0042'] },
  { name: 'dashboard', path: '/api/dashboard', filters: ['period=day', 'period=week', 'period=month'] },
]

/** All queries of a list. `deep` is the number of a late page. */
export function listQueries({ path, sorts = [], filters = [], keywords = [], hasPages = false }: List, deep: number) {
  const separator = path.includes('?') ? '&' : '?'
  const queries = [
    ...sorts.map((sort) => `sort=${sort}`),
    ...filters,
    ...keywords.map((keyword) => `keyword=${encodeURIComponent(keyword)}`),
  ]
  const pages = hasPages ? ['', ...sorts.map((sort) => `sort=${sort}&`)].map((part) => `${part}pageNumber=${deep}`) : []
  return [path, ...[...queries, ...pages].map((part) => `${path}${separator}${part}`)]
}
