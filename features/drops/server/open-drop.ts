import { sql } from 'drizzle-orm'
import type { LineLink, LineOfProduct } from '#contract/lines.ts'
import { drops } from '../schema.ts'
import { isDropOfProduct } from './dropped-products.ts'

/** SQL: the drop of a product that is planned or whose line is open, for its page; null for any other product. */
export const openDrop = sql<LineLink | null>`(
  select json_build_object('_id', ${drops.id}, 'name', ${drops.name}, 'slug', ${drops.slug}, 'state', ${drops.state}, 'startsAt', ${drops.startsAt})
  from ${drops} where ${isDropOfProduct} and ${drops.state} in ('planned', 'line'))`

/** SQL: the drop that a product is in, for admins; null for any other product. */
export const dropOfProduct = sql<LineOfProduct | null>`(
  select json_build_object('_id', ${drops.id}, 'name', ${drops.name}, 'state', ${drops.state}, 'startsAt', ${drops.startsAt})
  from ${drops} where ${isDropOfProduct})`

/** SQL condition on `products`: a drop will put it on sale. */
export const waitsForDrop = sql<boolean>`exists (
  select from ${drops} where ${isDropOfProduct} and ${drops.state} = 'planned')`
