import type { ProductFormat } from '#contract/admin/exports.ts'
import type { Context } from '#server/platform/context.ts'
import type { ArchiveFile } from '#server/platform/lib/zip.ts'
import { type PhotoFile, photoIdOf } from '#server/platform/media/file-names.ts'
import type { PhotoStore } from '#server/platform/media/store.ts'
import { type ExportedProduct, photoFileName } from './exported-product.ts'
import { aboutProductsFile, exportedProducts, isInFile, productsFile } from './products-file.ts'

/** A file of products and all their photos, which it names: another shop needs nothing of this one. */
export async function* productsArchive(
  { db, photos }: Pick<Context, 'db' | 'photos'>,
  format: ProductFormat,
): AsyncGenerator<ArchiveFile> {
  yield { name: aboutProductsFile(format).name, input: productsFile(db, format, photoFileName) }
  for await (const products of exportedProducts(db))
    for (const product of products) if (isInFile(format, product)) yield* photosIn(photos, product)
}

async function* photosIn(store: PhotoStore, product: ExportedProduct): AsyncGenerator<ArchiveFile> {
  for (const [at, { Location }] of product.images.entries()) {
    const bytes = await storedPhoto(store, { id: photoIdOf(Location) ?? '' })
    if (bytes) yield { name: photoFileName(product, at), input: bytes }
  }
}

/** The bytes of a photo; undefined for one that was deleted meanwhile. */
export const storedPhoto = (store: PhotoStore, file: PhotoFile): Promise<Buffer | undefined> =>
  store.read(file).catch(async (error: unknown) => {
    if (await store.has(file)) throw error
    return undefined
  })
