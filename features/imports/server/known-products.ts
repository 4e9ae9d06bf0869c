import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { notDeleted } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import type { ImportFormat } from '../contract.ts'
import { importRows, imports } from '../schema.ts'
import type { Listing } from './listing.ts'
import { IMPORT_PROBLEMS } from './texts.ts'

type KnownProduct = { productId: string; problem: string }

/**
 * The products of the shop that these listings are already, by their place in the list: by an earlier import of the same
 * source, by a SKU of theirs, by their address in a file of this kind of shop, or by their name. Those that the import
 * `during` has created are others: the file has them as products of their own.
 */
export async function knownProducts(
  db: Db,
  format: ImportFormat,
  listings: Listing[],
  during?: string,
): Promise<Map<number, KnownProduct>> {
  const searchKeys = listings.map(({ key, name, sku, slug, choices = [] }, at) => ({
    ...{ at, key, name: name.toLowerCase(), slug: format === 'boutique' ? (slug ?? '') : '' },
    skus: [sku, ...choices.map((choice) => choice.sku)].filter(Boolean).map((one) => one.toLowerCase()),
  }))
  const isOther = during === undefined ? sql`true` : isNotOf(during)
  const { rows } = await db.execute<{ at: number; productId: string; way: keyof typeof PROBLEMS }>(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(searchKeys)}::jsonb)
        as w (at int, key text, name text, slug text, skus text[])
    ), found as (
      ${matchesBy(
        'key',
        sql`wanted
        join ${importRows} on ${importRows.key} = wanted.key and ${importRows.state} = 'created'
        join ${imports} on ${imports.id} = ${importRows.importId} and ${imports.format} = ${format}
        join ${products} on ${products.id} = ${importRows.productId}`,
      )}
      union all ${matchesBy(
        'sku',
        sql`wanted, unnest(wanted.skus) as s (sku)
        join ${products} on lower(${products.sku}) = s.sku and ${products.sku} <> ''`,
      )}
      union all ${matchesBy(
        'slug',
        sql`wanted
        join ${products} on ${products.slug} = wanted.slug and ${products.parentId} is null`,
      )}
      union all ${matchesBy(
        'name',
        sql`wanted
        join ${products} on lower(${products.name}) = wanted.name and ${products.parentId} is null`,
      )}
    )
    select distinct on (at) at, "productId", way from found
    where ${isOther}
    order by at, array_position(array['key', 'slug', 'sku', 'name'], way)`)
  return new Map(rows.map(({ at, productId, way }) => [at, { productId, problem: PROBLEMS[way] }]))
}

/** SQL condition on `found`: that import has not created the product. */
const isNotOf = (id: string) => sql`not exists (
  select from ${importRows} where ${importRows.importId} = ${id} and ${importRows.productId} = found."productId"
    and ${importRows.state} = 'created')`

const PROBLEMS = {
  key: IMPORT_PROBLEMS.exists,
  slug: IMPORT_PROBLEMS.exists,
  sku: IMPORT_PROBLEMS.existsBySku,
  name: IMPORT_PROBLEMS.existsByName,
} as const

/** The undeleted products of such a join; a choice stands for its product. */
const matchesBy = (way: keyof typeof PROBLEMS, from: SQL) => sql`
  select wanted.at, coalesce(${products.parentId}, ${products.id}) as "productId", ${way}::text as way
  from ${from} where ${notDeleted}`
