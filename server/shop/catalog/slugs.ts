import { and, ne, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { notDeleted } from './for-sale.ts'
import { UUID_PATTERN } from './products.ts'
import { PRODUCTS } from './texts.ts'

/** The lock under which a product gets its slug. */
const SLUG_LOCK = 7_272_705

const MAX_LENGTH = 80

/** Path segments that are not product slugs. */
const RESERVED_SLUGS = new Set(['featured', 'newest', 'export', 'suggestions'])

/** Slug of a text: `zoes-pen-no-2` for `Zoë’s Pen No. 2`. Empty when no character of it can be in a slug. */
export function slugOf(text: string) {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
  return plain
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
}

/** The slug, with -2, -3 … appended if it is taken. */
export function numberedSlug(slug: string, takenSlugs: ReadonlySet<string>) {
  let free = slug
  for (let number = 2; takenSlugs.has(free); number++) free = `${slug}-${number}`
  return free
}

/** An unused slug for the product, made from this name. */
export const freeSlug = async (tx: Db, name: string, productId: string) =>
  onlyRow(await freeSlugs(tx, [name], ne(products.id, productId)))

/** Unused slugs made from these names: none that a product has, of those that meet `among`. */
export async function freeSlugs(tx: Db, names: string[], among?: SQL): Promise<string[]> {
  if (names.length === 0) return []
  const bases = names.map(baseOf)
  await holdLock(tx, SLUG_LOCK)
  const like = sql.param(bases.flatMap((base) => [base, `${base}-%`]))
  const rows = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(and(notDeleted, among, sql`${products.slug} like any(${like}::text[])`))
  const takenSlugs = new Set(rows.map(({ slug }) => slug))
  return bases.map((base) => {
    const free = numberedSlug(base, takenSlugs)
    takenSlugs.add(free)
    return free
  })
}

/** The slug that a name asks for. */
function baseOf(name: string) {
  const plain = slugOf(name)
  return plain && isUsable(plain) ? plain : `piece${plain ? `-${plain}` : ''}`
}

/** The requested slug in normal form. Throws product_refused when it is unusable or taken. */
export async function requireFreeSlug(tx: Db, wish: string, productId: string) {
  const slug = slugOf(wish)
  if (!slug || !isUsable(slug)) throw slugError(PRODUCTS.slugUnusable)
  await holdLock(tx, SLUG_LOCK)
  const [other] = await tx
    .select({ name: products.name })
    .from(products)
    .where(and(notDeleted, ne(products.id, productId), sql`${products.slug} = ${slug}`))
  if (other) throw slugError(PRODUCTS.slugTaken(other.name))
  return slug
}

const isUsable = (slug: string) => !UUID_PATTERN.test(slug) && !RESERVED_SLUGS.has(slug)

const slugError = (message: string) => new AppError('product_refused', message, { issues: [{ path: 'slug', message }] })
