// Coupons for admins: list, create, edit and delete. coupons.ts decides which coupons can be used.

import { randomInt } from 'node:crypto'
import { and, eq, getColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Coupon, CouponPage, CouponQuery, CouponUpdate } from '#contract/admin/coupons.ts'
import { amountOf } from '#contract/admin/discounts.ts'
import { RESERVED_CODE } from '#contract/defaults.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/errors.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { ascending, bothDirections } from '#server/platform/db/sorting.ts'
import { containsWords } from '#server/platform/db/text-match.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { ordersUsing } from './coupon-slots.ts'
import { endsBeforeStart, shownDiscounts } from './shown-discount.ts'
import { COUPONS } from './texts.ts'

const ORDER: Record<CouponQuery['sort'], SQL> = {
  ...bothDirections('code', ascending(sql`lower(${coupons.code})`)),
  ...bothDirections('amount', ascending(coupons.amountCents), ascending(coupons.id)),
  // Coupons without an expiry date come last.
  ...bothDirections('expires', ascending(coupons.expires), ascending(coupons.id)),
  ...bothDirections('created', ascending(coupons.createdAt), ascending(coupons.id)),
}

const couponColumns = { ...getColumns(coupons), uses: ordersUsing }

/** A page of the coupons whose code contains the keyword. Throws not_found for a page past the end. */
export async function couponsPage(db: Db, { keyword, pageNumber, sort }: CouponQuery): Promise<CouponPage> {
  const where = and(
    isNull(coupons.deletedAt),
    keyword ? containsWords(sql`lower(${coupons.code})`, keyword) : undefined,
  )
  const [total, rows] = await Promise.all([
    db.$count(coupons, where),
    db
      .select(couponColumns)
      .from(coupons)
      .where(where)
      .orderBy(ORDER[sort])
      .limit(ADMIN_PAGE_SIZE)
      .offset((pageNumber - 1) * ADMIN_PAGE_SIZE),
  ])
  return { coupons: await shownCoupons(db, rows), ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE) }
}

/** A coupon that has not been deleted. Throws not_found. */
export async function couponById(db: Db, id: string): Promise<Coupon> {
  const [coupon] = await db.select(couponColumns).from(coupons).where(notDeletedCoupon(id))
  if (!coupon) throw notFound(NOT_FOUND.coupon)
  return onlyRow(await shownCoupons(db, [coupon]))
}

/** Creates a draft coupon with a generated code, unusable until it is saved. */
export async function createCoupon(db: Db): Promise<Coupon> {
  const rows = await db.insert(coupons).values({ code: newCode() }).returning(couponColumns)
  return onlyRow(await shownCoupons(db, rows))
}

/**
 * Saves a coupon, which makes it usable; omitted fields stay. Orders placed with it keep the effect it had then. Throws
 * not_found, code_refused when another coupon has the code or the code is reserved, or as `endsBeforeStart`.
 */
export async function saveCoupon(
  db: Db,
  id: string,
  { amount, percent, minGoods, ...update }: CouponUpdate,
): Promise<Coupon> {
  const [coupon] = await db
    .update(coupons)
    .set({ ...update, ...amountOf({ amount, percent }), minGoodsCents: minGoods, draft: false })
    .where(notDeletedCoupon(id))
    .returning(couponColumns)
    .catch((error: unknown) => {
      throw couponRefusal(error) ?? error
    })
  if (!coupon) throw notFound(NOT_FOUND.coupon)
  return onlyRow(await shownCoupons(db, [coupon]))
}

/** Deletes a coupon, which makes it unusable and frees its code. Returns the deleted coupon. Throws not_found. */
export async function deleteCoupon(db: Db, id: string) {
  const [coupon] = await db.update(coupons).set({ deletedAt: sql`now()` }).where(notDeletedCoupon(id)).returning()
  if (!coupon) throw notFound(NOT_FOUND.coupon)
  return coupon
}

const notDeletedCoupon = (id: string) => and(eq(coupons.id, id), isNull(coupons.deletedAt))

// Letters and digits that nobody mistakes for one another.
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 10

const newCode = () => Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** The database compares codes, so its constraint decides which error it is. */
const CODE_REFUSALS: Record<string, string> = {
  coupons_code: COUPONS.codeTaken,
  coupons_code_reserved: COUPONS.codeReserved(RESERVED_CODE),
}

function couponRefusal(error: unknown) {
  if (violatedConstraint(error) === 'coupons_days') return endsBeforeStart()
  const message = CODE_REFUSALS[violatedConstraint(error) ?? '']
  return message && new AppError('code_refused', message, { issues: [{ path: 'code', message }] })
}

type CouponRow = typeof coupons.$inferSelect & { uses: number }

const shownCoupons = (db: Db, rows: CouponRow[]): Promise<Coupon[]> =>
  shownDiscounts(db, rows, ({ id, code, oneTime, maxUses, perPerson, freeShip, taxFree, uses }) => ({
    ...{ _id: id, code, oneTime, maxUses, perPerson, freeShip, taxFree, uses },
  }))
