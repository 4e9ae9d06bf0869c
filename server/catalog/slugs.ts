import { and, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { products } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { PRODUCTS } from '../texts/catalog.ts'
import { notDeleted } from './for-sale.ts'
import { UUID } from './products.ts'

const LONGEST = 80

/** Words that stand in the same place of an address. */
const TAKEN = new Set(['featured', 'newest', 'export', 'suggestions'])

/** `Zoë’s Pen No. 2` as it stands in an address: `zoes-pen-no-2`. Empty when nothing of it can stand there. */
export function slugOf(text: string) {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
  return plain
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '')
}

/** A slug of that name that no other product has: with -2, -3 … behind it if need be. */
export async function freeSlug(tx: Db, name: string, productId: string) {
  const plain = slugOf(name)
  const base = plain && isUsable(plain) ? plain : `piece${plain ? `-${plain}` : ''}`
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
  const taken = new Set(rows.map(({ slug }) => slug))
  let free = base
  for (let number = 2; taken.has(free); number++) free = `${base}-${number}`
  return free
}

/** The slug that somebody wished for, as an address can have it. Throws product_refused when it cannot, or is taken. */
export async function wishedSlug(tx: Db, wish: string, productId: string) {
  const slug = slugOf(wish)
  if (!slug || !isUsable(slug)) throw refused(PRODUCTS.slugUnusable)
  await holdLock(tx, 'slugs')
  const [other] = await tx
    .select({ name: products.name })
    .from(products)
    .where(and(notDeleted, ne(products.id, productId), sql`${products.slug} = ${slug}`))
  if (other) throw refused(PRODUCTS.slugTaken(other.name))
  return slug
}

const isUsable = (slug: string) => !UUID.test(slug) && !TAKEN.has(slug)

const refused = (message: string) => new AppError('product_refused', message, { issues: [{ path: 'slug', message }] })
