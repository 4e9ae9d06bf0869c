import { and, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { products } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { PRODUCTS } from '../texts/catalog.ts'
import { notDeleted } from './for-sale.ts'
import { UUID } from './products.ts'

const MAX_LENGTH = 80

/** Path segments that are not product slugs. */
const RESERVED = new Set(['featured', 'newest', 'export', 'suggestions'])

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

/** An unused slug made from the name, with -2, -3 … appended if need be. */
export async function freeSlug(tx: Db, name: string, productId: string) {
  const base = baseOf(name)
  await holdLock(tx, 'slugs')
  const rows = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(
      and(
        notDeleted,
        ne(products.id, productId),
        sql`(${products.slug} = ${base} or ${products.slug} like ${`${base}-%`})`,
      ),
    )
  return numbered(base, new Set(rows.map(({ slug }) => slug)))
}

/** Unused slugs made from these names, each with -2, -3 … appended if need be. */
export async function freeSlugs(tx: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const bases = names.map(baseOf)
  await holdLock(tx, 'slugs')
  const rows = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(
      and(
        notDeleted,
        sql`${products.slug} like any(${sql.param(bases.flatMap((base) => [base, `${base}-%`]))}::text[])`,
      ),
    )
  const taken = new Set(rows.map(({ slug }) => slug))
  return bases.map((base) => {
    const free = numbered(base, taken)
    taken.add(free)
    return free
  })
}

/** The slug that a name asks for. */
function baseOf(name: string) {
  const plain = slugOf(name)
  return plain && isUsable(plain) ? plain : `piece${plain ? `-${plain}` : ''}`
}

function numbered(base: string, taken: Set<string>) {
  let free = base
  for (let number = 2; taken.has(free); number++) free = `${base}-${number}`
  return free
}

/** The requested slug in normal form. Throws product_refused when it is unusable or taken. */
export async function requireFreeSlug(tx: Db, wish: string, productId: string) {
  const slug = slugOf(wish)
  if (!slug || !isUsable(slug)) throw slugError(PRODUCTS.slugUnusable)
  await holdLock(tx, 'slugs')
  const [other] = await tx
    .select({ name: products.name })
    .from(products)
    .where(and(notDeleted, ne(products.id, productId), sql`${products.slug} = ${slug}`))
  if (other) throw slugError(PRODUCTS.slugTaken(other.name))
  return slug
}

const isUsable = (slug: string) => !UUID.test(slug) && !RESERVED.has(slug)

const slugError = (message: string) => new AppError('product_refused', message, { issues: [{ path: 'slug', message }] })
