import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { AdminProductQuery } from '#contract/admin/products.ts'
import { SORTS } from '#contract/filters.ts'
import { ProductKey } from '#contract/products.ts'
import { allCategories } from '../catalog/categories.ts'
import { openHighlights, shelves } from '../catalog/highlights.ts'
import { openCatalog } from '../catalog/products.ts'
import type { Context } from '../context.ts'
import { isInvalidText, isUnavailable } from '../db/errors.ts'
import { AppError } from '../errors.ts'
import { openShopInfo } from '../settings/shop-info.ts'
import { REQUESTS } from '../texts/requests.ts'
import type { PublicData } from './render.ts'

/** Reads the data of pages with the functions that the API's routes call. Logs faults. */
export function openPublicData(
  context: Pick<Context, 'db' | 'gateway' | 'isPublicDemo'>,
  log: FastifyBaseLogger,
): PublicData {
  const { db } = context
  const catalog = openCatalog(db)
  const highlights = openHighlights(db)
  const product = async (key: string) => catalog.product(parsed(ProductKey, { id: key }).id)
  const data: PublicData = {
    shop: openShopInfo(context),
    categories: () => allCategories(db),
    shelves: () => shelves(db),
    featured: catalog.featured,
    newest: highlights.newest,
    async products(filter) {
      const { sort, ...query } = parsed(AdminProductQuery, { ...filter, extras: 'true' })
      return catalog.page({ ...query, sort: SORTS.find((one) => one === sort) })
    },
    product,
    related: async (key) => highlights.related(await product(key)),
  }
  const guarded = Object.entries(data).map(([name, read]) => [name, withAppErrors(read, log)])
  return Object.fromEntries(guarded) as PublicData
}

/** The parsed value. Throws invalid_request, as a route with that schema does. */
function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new AppError('invalid_request', error.issues[0]?.message ?? REQUESTS.malformed)
}

type Read = (...given: never[]) => Promise<unknown>

/** The same function; errors of the database become AppErrors, and other errors are logged. */
const withAppErrors =
  (read: Read, log: FastifyBaseLogger): Read =>
  async (...given) => {
    try {
      return await read(...given)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (isInvalidText(error)) throw new AppError('invalid_request', REQUESTS.malformed)
      log.error(error)
      throw isUnavailable(error) ? new AppError('busy', REQUESTS.busy) : error
    }
  }
