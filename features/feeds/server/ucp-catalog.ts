// Search and lookup of the catalog for the Universal Commerce Protocol, by the functions that the shop's pages call.
import { PAGE_SIZE } from '#contract/defaults.ts'
import { searchedPart } from '#contract/lists.ts'
import type { Product, ProductPage } from '#contract/products.ts'
import { AppError } from '#server/errors.ts'
import { type openCatalog, UUID_PATTERN } from '#server/shop/catalog/products.ts'
import { UCP } from './texts.ts'
import type { UcpSearch } from './ucp-contract.ts'

type Catalog = ReturnType<typeof openCatalog>

/** What a business answers when a call gives no size. */
const DEFAULT_LIMIT = 10

/** The products of a search that can be bought, from the one at the cursor on, at most to the end of a page. */
export async function searchedProducts(catalog: Catalog, { query = '', filters = {}, context, pagination }: UcpSearch) {
  const keyword = searchedPart(query.replaceAll(/\p{Cc}/gu, ' '))
  const { categories = [], price = {} } = filters
  if (!keyword && Object.keys(filters).length === 0) throw new AppError('invalid_request', UCP.nothingAsked)
  if (categories.length > 1) throw new AppError('invalid_request', UCP.oneCategory)
  // Amounts of another currency say nothing about prices in dollars.
  const isInDollars = (context?.currency ?? 'USD').toUpperCase() === 'USD'
  const from = Number(pagination?.cursor ?? 0)
  const page = await pageOf(catalog, {
    ...{ keyword, category: categories[0] ?? '', collection: '', inStock: 'true' as const },
    pageNumber: Math.floor(from / PAGE_SIZE) + 1,
    ...(isInDollars && { minPrice: price.min, maxPrice: price.max }),
  })
  const at = from % PAGE_SIZE
  const products = page.products.slice(at, at + (pagination?.limit ?? DEFAULT_LIMIT))
  const next = from + products.length
  return { products, total: page.total, next: next < page.total && products.length > 0 ? String(next) : undefined }
}

/** The page; an empty one for an unknown category and past the end. */
async function pageOf(
  catalog: Catalog,
  query: Parameters<Catalog['page']>[0],
): Promise<Pick<ProductPage, 'products' | 'total'>> {
  try {
    return await catalog.page(query)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return { products: [], total: 0 }
    throw error
  }
}

/** The products on sale of these ids, each with the ids that led to it: its own, and those of its choices. */
export async function productsOfIds({ productById }: Catalog, ids: string[]): Promise<Map<Product, string[]>> {
  const uniqueIds = [...new Set(ids)].filter((id) => UUID_PATTERN.test(id))
  const rows = await Promise.all(uniqueIds.map((id) => productById(id.toLowerCase())))
  const products = await Promise.all(rows.map((row) => (row?.choiceOf ? productById(row.choiceOf._id) : row)))
  const idsOf = new Map<Product, string[]>()
  for (const [at, product] of products.entries())
    if (product) idsOf.set(product, [...(idsOf.get(product) ?? []), uniqueIds[at] ?? ''])
  return idsOf
}
