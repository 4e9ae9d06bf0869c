import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { SIGN_IN } from '#server/shop/accounts/texts.ts'
import { notDeleted } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { users } from '#server/shop/schema/users.ts'
import type { WishChanges, WishList } from '../contract.ts'
import { MOST_WISHES } from '../limits.ts'
import { wishes } from '../schema.ts'

/**
 * Changes a user's wish list and returns it, the newest first. A choice stands for its product; what is on the list
 * already keeps its place. Throws unauthenticated when the user was deleted meanwhile.
 */
export function changeWishes(db: Db, userId: string, { added, removed }: WishChanges): Promise<WishList> {
  return db.transaction(async (tx) => {
    if (added.length + removed.length > 0) {
      // The row lock makes concurrent calls run one after the other, so that they cannot exceed the limit.
      const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
      const [owner] = await tx.select({ id: users.id }).from(users).where(isThere).for('no key update')
      if (!owner) throw new AppError('unauthenticated', SIGN_IN.needed)
    }
    if (removed.length > 0)
      await tx.delete(wishes).where(and(eq(wishes.userId, userId), inArray(wishes.productId, removed)))
    if (added.length > 0) await addWishes(tx, userId, added)
    return wishList(tx, userId)
  })
}

async function addWishes(tx: Db, userId: string, ids: string[]) {
  // Each is a microsecond older than the one before it.
  await tx.execute(sql`
    insert into ${wishes} (user_id, product_id, created_at)
    select ${userId}, coalesce(${products.parentId}, ${products.id}),
      statement_timestamp() - min(wish.place) * interval '1 microsecond'
    from unnest(${sql.param(ids)}::uuid[]) with ordinality wish (id, place)
    join ${products} on ${products.id} = wish.id and ${notDeleted}
    group by 2
    on conflict do nothing`)
  await tx.delete(wishes).where(sql`${wishes.userId} = ${userId} and ${wishes.productId} in (
    select product_id from ${wishes} where user_id = ${userId}
    order by created_at desc, product_id desc offset ${MOST_WISHES})`)
}

/** A user's wish list, the newest first, without deleted products. */
async function wishList(db: Db, userId: string): Promise<WishList> {
  const rows = await db
    .select({ id: wishes.productId })
    .from(wishes)
    .innerJoin(products, eq(products.id, wishes.productId))
    .where(and(eq(wishes.userId, userId), notDeleted))
    .orderBy(desc(wishes.createdAt), desc(wishes.productId))
  return { products: rows.map(({ id }) => id) }
}
