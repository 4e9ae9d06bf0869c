import { sql } from 'drizzle-orm'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { DropLink } from '#contract/products.ts'
import { drops, products } from '../db/schema.ts'

/** SQL: the drop of a product that is planned or whose line is open, for its page; null for any other product. */
export const openDrop = sql<DropLink | null>`(
  select json_build_object('name', ${drops.name}, 'slug', ${drops.slug}, 'state', ${drops.state}, 'startsAt', ${drops.startsAt})
  from ${drops} where ${drops.id} = ${products.dropId} and ${drops.state} in ('planned', 'line'))`

/** SQL: the drop that a product is in, for admins; null for any other product. */
export const dropOfProduct = sql<AdminProduct['inDrop'] | null>`(
  select json_build_object('_id', ${drops.id}, 'name', ${drops.name}, 'state', ${drops.state}, 'startsAt', ${drops.startsAt})
  from ${drops} where ${drops.id} = ${products.dropId})`

/** SQL condition on `products`: a drop will put it on sale. */
export const waitsForDrop = sql<boolean>`exists (
  select from ${drops} where ${drops.id} = ${products.dropId} and ${drops.state} = 'planned')`
