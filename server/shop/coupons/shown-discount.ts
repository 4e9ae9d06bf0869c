// Discounts as admins edit them, with a code or without.
import { COUPON_FIELDS } from '#contract/admin/messages.ts'
import type { DiscountRule } from '#contract/discounts.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pickedProducts } from '#server/shop/catalog/picked-products.ts'

type DiscountRow = {
  amountCents: number
  percentBp: number | null
  rule: DiscountRule | null
  notOnSale: boolean
  minGoodsCents: number
  starts: string | null
  expires: string | null
  draft: boolean
}

/** Discounts as the API shows them to admins: the fields that all have, and those that `othersOf` adds. */
export async function shownDiscounts<Row extends DiscountRow, Others>(
  db: Db,
  rows: Row[],
  othersOf: (row: Row) => Others,
) {
  const products = await pickedProducts(
    db,
    rows.flatMap(({ rule }) => rule?.products ?? []),
  )
  return rows.map((row) => ({
    ...othersOf(row),
    ...commonFields(row),
    products: products.filter(({ _id }) => row.rule?.products?.includes(_id)),
  }))
}

const commonFields = (row: DiscountRow) => ({
  ...{ amount: row.amountCents, percent: row.percentBp, rule: row.rule, notOnSale: row.notOnSale },
  ...{ minGoods: row.minGoodsCents, starts: row.starts, expires: row.expires, isSaved: !row.draft },
})

/** The error of a discount whose last day is before its first: invalid_request, at the last day. */
export function endsBeforeStart() {
  const message = COUPON_FIELDS.endsBefore
  return new AppError('invalid_request', message, { issues: [{ path: 'expires', message }] })
}
