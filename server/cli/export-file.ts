import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PRODUCT_FORMATS, type ProductFormat } from '#contract/admin/exports.ts'
import type { Context } from '../context.ts'
import { operatorError } from '../errors.ts'
import { photoAddress } from '../exports/exported-product.ts'
import { productsArchive } from '../exports/products-archive.ts'
import { productsFile } from '../exports/products-file.ts'
import { exists } from '../lib/files.ts'
import { zipOf } from '../lib/zip.ts'
import { EXPORT_COMMAND } from '../texts/exports.ts'

type Shop = Pick<Context, 'db' | 'photos' | 'shopUrl'>

/**
 * Writes what is asked for into a new file, all of it or none; products with their photos when the file is a `.zip`.
 * Returns what to print. Throws a sentence for an unknown thing and for a file that exists.
 */
export async function exportFile(shop: Shop, what: string, path: string): Promise<string> {
  const format = PRODUCT_FORMATS.find((one) => one === what)
  if (!format) throw operatorError('configuration_invalid', EXPORT_COMMAND.unknown(what, PRODUCT_FORMATS.join(', ')))
  if (await exists(path)) throw operatorError('configuration_invalid', EXPORT_COMMAND.exists(path))
  const unfinished = `${path}.unfinished`
  try {
    const chunks = chunksOf(shop, format, path.toLowerCase().endsWith('.zip'))
    await pipeline(Readable.from(chunks), createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return EXPORT_COMMAND.done(path)
}

const chunksOf = (shop: Shop, format: ProductFormat, isArchive: boolean): AsyncIterable<string | Uint8Array> =>
  isArchive ? zipOf(productsArchive(shop, format)) : productsFile(shop.db, format, photoAddress(shop.shopUrl))
