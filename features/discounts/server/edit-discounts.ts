// Discounts without a code for admins: list, create, edit and delete.
import { desc, eq } from 'drizzle-orm'
import { amountOf } from '#contract/admin/discounts.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/errors.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { endsBeforeStart, shownDiscounts } from '#server/shop/coupons/shown-discount.ts'
import type { Discount, DiscountUpdate } from '../contract.ts'
import { discounts } from '../schema.ts'
import { DISCOUNTS } from './texts.ts'

type DiscountRow = typeof discounts.$inferSelect

/** The most discounts of a shop, since each is compared for every order. */
const MOST = 50

/** All discounts, the newest first. */
export async function allDiscounts(db: Db) {
  const rows = await db.select().from(discounts).orderBy(desc(discounts.createdAt), desc(discounts.id))
  return { discounts: await adminDiscounts(db, rows) }
}

/** A discount. Throws not_found. */
export async function discountById(db: Db, id: string): Promise<Discount> {
  const [row] = await db.select().from(discounts).where(eq(discounts.id, id))
  return onlyRow(await adminDiscounts(db, [orNotFound(row)]))
}

/** Creates a draft, which acts on no order until it is saved. Throws invalid_request when there are 50 discounts. */
export async function createDiscount(db: Db): Promise<Discount> {
  if ((await db.$count(discounts)) >= MOST) throw new AppError('invalid_request', DISCOUNTS.tooMany(MOST))
  return onlyRow(await adminDiscounts(db, await db.insert(discounts).values({ name: DISCOUNTS.newName }).returning()))
}

/** Saves a discount, which makes it act; omitted fields stay. Orders keep theirs. Throws not_found or invalid_request. */
export async function saveDiscount(
  db: Db,
  id: string,
  { amount, percent, minGoods, ...update }: DiscountUpdate,
): Promise<Discount> {
  const [row] = await db
    .update(discounts)
    .set({ ...update, ...amountOf({ amount, percent }), minGoodsCents: minGoods, draft: false })
    .where(eq(discounts.id, id))
    .returning()
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'discounts_days' ? endsBeforeStart() : error
    })
  return onlyRow(await adminDiscounts(db, [orNotFound(row)]))
}

/** Deletes a discount and returns its name. Orders keep theirs. Throws not_found. */
export async function deleteDiscount(db: Db, id: string) {
  const [row] = await db.delete(discounts).where(eq(discounts.id, id)).returning()
  return orNotFound(row).name
}

function orNotFound(row: DiscountRow | undefined) {
  if (!row) throw notFound(DISCOUNTS.notFound)
  return row
}

const adminDiscounts = (db: Db, rows: DiscountRow[]): Promise<Discount[]> =>
  shownDiscounts(db, rows, ({ id, name }) => ({ _id: id, name }))
