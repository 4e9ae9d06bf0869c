import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Period, PRODUCT_FORMATS } from '#contract/admin/exports.ts'
import { OrderFilter } from '#contract/admin/orders.ts'
import { operatorError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { exists } from '#server/platform/lib/files.ts'
import { zipOf } from '#server/platform/lib/zip.ts'
import { customersCsv } from '#server/shop/accounts/customers-file.ts'
import { ordersCsv } from '#server/shop/orders/admin-orders.ts'
import { orderItemsCsv, refundsCsv } from '#server/shop/orders/order-items-file.ts'
import { photoAddress } from './exported-product.ts'
import { productsArchive } from './products-archive.ts'
import { productsFile } from './products-file.ts'
import { shopArchive } from './shop-archive.ts'
import { EXPORT_COMMAND } from './texts.ts'

type Shop = Pick<Context, 'db' | 'photos' | 'shopUrl'>
type Chunks = AsyncIterable<string | Uint8Array>

/** The files that can be limited to days. */
const OF_PERIODS: Record<string, (shop: Shop, period: Period) => Chunks> = {
  orders: ({ db }, period) => ordersCsv(db, OrderFilter.parse(period)),
  'order-items': ({ db }, period) => orderItemsCsv(db, OrderFilter.parse(period)),
  refunds: ({ db }, period) => refundsCsv(db, period),
  customers: ({ db }, period) => customersCsv(db, period),
}

/** What can be exported, by the words of the command. */
export const EXPORT_NAMES = ['shop', ...PRODUCT_FORMATS, ...Object.keys(OF_PERIODS)]

/**
 * Writes what is asked for into a new file, all of it or none; products with their photos when the file is a `.zip`.
 * Returns what to print. Throws a sentence for an unknown thing, wrong days, and a file that exists or cannot be written.
 */
export async function exportFile(shop: Shop, what: string, file: string, from?: string, to?: string): Promise<string> {
  // Not as it was typed: npm runs in the shop's folder, wherever it was called.
  const path = resolve(file)
  const period = periodOf(from, to)
  const chunks = chunksOf(shop, what, path.toLowerCase().endsWith('.zip'), period)
  if (from !== undefined && !Object.hasOwn(OF_PERIODS, what))
    throw operatorError('configuration_invalid', EXPORT_COMMAND.noDays(what))
  if (await exists(path)) throw operatorError('configuration_invalid', EXPORT_COMMAND.exists(path))
  const unfinishedPath = `${path}.unfinished`
  try {
    await pipeline(Readable.from(chunks), createWriteStream(unfinishedPath, { mode: 0o600, flush: true }))
    await rename(unfinishedPath, path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(code))
      throw operatorError('configuration_invalid', EXPORT_COMMAND.noFolder(path), cause)
    throw cause
  } finally {
    await rm(unfinishedPath, { force: true })
  }
  return EXPORT_COMMAND.done(path)
}

function periodOf(from: string | undefined, to: string | undefined): Period {
  for (const day of [from, to])
    if (!Period.safeParse({ from: day }).success)
      throw operatorError('configuration_invalid', EXPORT_COMMAND.noDay(day ?? ''))
  const { data, error } = Period.safeParse({ from, to })
  if (!data) throw operatorError('configuration_invalid', error.issues[0]?.message ?? '')
  return data
}

function chunksOf(shop: Shop, what: string, isArchive: boolean, period: Period): Chunks {
  if (what === 'shop') return zipOf(shopArchive(shop))
  const ofPeriod = Object.hasOwn(OF_PERIODS, what) ? OF_PERIODS[what] : undefined
  if (ofPeriod) return ofPeriod(shop, period)
  const format = PRODUCT_FORMATS.find((one) => one === what)
  if (!format) throw operatorError('configuration_invalid', EXPORT_COMMAND.unknown(what, EXPORT_NAMES.join(', ')))
  return isArchive ? zipOf(productsArchive(shop, format)) : productsFile(shop.db, format, photoAddress(shop.shopUrl))
}
