import type { ProductFormat } from '#contract/admin/exports.ts'
import type { Db } from '#server/platform/db/client.ts'
import { allProducts } from '#server/shop/catalog/admin-products.ts'
import { allCollections } from '#server/shop/catalog/edit-collections.ts'
import { outsideOfSale } from '#server/shop/catalog/regular-prices.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { boutiqueCsv } from './boutique-csv.ts'
import { boutiqueJson } from './boutique-json.ts'
import { etsy } from './etsy.ts'
import type { ExportedProduct, FileFormat, Source } from './exported-product.ts'
import { olderShopify, shopify } from './shopify.ts'
import { square } from './square.ts'
import { woocommerce } from './woocommerce.ts'

const FORMATS: Record<ProductFormat, FileFormat> = {
  'boutique-csv': boutiqueCsv,
  'boutique-json': boutiqueJson,
  etsy,
  shopify,
  'shopify-older': olderShopify,
  square,
  woocommerce,
}

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** The name and the media type of a file of products. */
export function aboutProductsFile(format: ProductFormat) {
  const { extension } = FORMATS[format]
  return { name: `products.${extension}`, type: TYPES[extension] }
}

/** Whether a file in that format has the product. */
export const isInFile = (format: ProductFormat, { draft }: ExportedProduct) => !draft || FORMATS[format].hasDrafts

/** All products as chunks of a file; `photo` says where it finds their photos. */
export async function* productsFile(db: Db, format: ProductFormat, photo: Source['photo']): AsyncGenerator<string> {
  const { start, textOf, between = '', end = '' } = FORMATS[format]
  const source = { shopName: (await shopSettings(db)).name, photo }
  yield start(source)
  let isFirst = true
  for await (const products of exportedProducts(db)) {
    const texts = products.filter((one) => isInFile(format, one)).map((one) => textOf(one, source))
    if (texts.length === 0) continue
    yield `${isFirst ? '' : between}${texts.join(between)}`
    isFirst = false
  }
  yield end
}

/**
 * All products in batches, oldest first, with the names of their collections, at their regular prices: a sale is over
 * when a file is read again.
 */
export async function* exportedProducts(db: Db): AsyncGenerator<ExportedProduct[]> {
  const collections = await allCollections(db)
  for await (const products of allProducts(db))
    yield products.map((product) => ({
      ...outsideOfSale(product),
      collectionNames: collections.filter(({ _id }) => product.collectionIds.includes(_id)).map(({ name }) => name),
    }))
}
