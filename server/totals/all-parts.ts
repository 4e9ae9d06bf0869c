import { PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { soldPart } from '../dashboard/best-sellers.ts'
import { COUPONS, PLACED, SALES } from '../dashboard/sales.ts'
import type { Db } from '../db/client.ts'
import { MONEY } from '../payments/money-days.ts'
import { earningsPart } from '../reports/earnings-report.ts'
import { STATEMENT } from '../reports/monthly-statement.ts'
import { shopSettings } from '../settings/settings.ts'
import { SALES_TAX } from '../tax/sales-tax-report.ts'
import { SALES_BY_STATE } from '../tax/thresholds.ts'
import type { AnyPart } from './cached-totals.ts'

/**
 * Every part of a report of which totals are cached, with the fees of the settings. In those of products, demo orders count
 * or they do not.
 */
export async function allParts(db: Db, counted: { withDemo: boolean }): Promise<AnyPart[]> {
  const { fees } = await shopSettings(db)
  const products = [soldPart(counted), earningsPart(fees ?? PUBLISHED_FEES, counted)]
  return [SALES, COUPONS, PLACED, STATEMENT, SALES_TAX, SALES_BY_STATE, MONEY, ...products].map(asAny)
}

/** Whoever has a part of any rows cares for no particular one. */
const asAny = (part: object) => part as AnyPart
