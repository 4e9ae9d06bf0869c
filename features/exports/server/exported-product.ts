// A product as a file for another shop has it, and where that file says that its photos are.
import type { AdminProduct } from '#contract/admin/products.ts'
import { type Cell, csvLines, toCsv } from '#server/platform/lib/csv.ts'

export type ExportedProduct = AdminProduct & {
  /** All collections of the product, hidden ones included. */
  collectionNames: string[]
}

/** Facts of the shop that an export file states. */
export type Source = {
  shopName: string
  /** The address of a product's photo on the internet, or the name of its file beside the products. */
  photo(product: ExportedProduct, at: number): string
}

/** How the products are written that follow each other in a file. */
export type FileFormat = {
  extension: 'csv' | 'json'
  start(source: Source): string
  textOf(product: ExportedProduct, source: Source): string
  between?: string
  end?: string
  /** Whether it says of a product that shoppers do not see it. Without that, drafts are left out. */
  hasDrafts: boolean
}

/** A format with rows of these columns. */
export const csvFormat = (
  headings: (source: Source) => string[],
  rowsOf: (product: ExportedProduct, source: Source) => Cell[][],
  { hasDrafts = true } = {},
): FileFormat => ({
  extension: 'csv',
  hasDrafts,
  start: (source) => toCsv(headings(source), []),
  textOf: (product, source) => csvLines(rowsOf(product, source)),
})

/** The name of the photo's file in an archive: that of the product, with the place of the photo. */
export const photoFileName = ({ slug }: Pick<AdminProduct, 'slug'>, at: number) => `${slug}-${at + 1}.jpg`

/** The photo's address on the internet. */
export const photoAddress =
  (shopUrl: string): Source['photo'] =>
  ({ images }, at) =>
    `${shopUrl}${images[at]?.Location}`

/** All photos of the product, as the file says where they are. */
export const photosOf = (product: ExportedProduct, { photo }: Source) =>
  product.images.map((_, at) => photo(product, at))

/** The photo of a choice, as the file says where it is; empty without one. */
export function choicePhoto(product: ExportedProduct, location: string | null, { photo }: Source): string {
  const at = product.images.findIndex((image) => image.Location === location)
  return at < 0 ? '' : photo(product, at)
}

/** A text for shops in which these entities are read as what was written. */
export const withEntities = (text: string) => text.replaceAll(/&(?=(quot|amp|lt|gt|#0?39);)/g, '&amp;')
