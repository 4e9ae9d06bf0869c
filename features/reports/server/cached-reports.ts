import { PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { asAnyPart, type CachedReports } from '#server/shop/totals/cached-reports.ts'
import { bestSellers, soldPart } from './dashboard/best-sellers.ts'
import { COUPONS, conversion, couponsUsed, PLACED_ORDERS, SALES } from './dashboard/sales.ts'
import { earningsPart } from './earnings-report.ts'
import { STATEMENT } from './monthly-statement.ts'
import { SALES_TAX } from './sales-tax-report.ts'
import { SALES_BY_STATE } from './thresholds.ts'

/** The dashboard and all reports, with the fees of the settings. */
export const CACHED_REPORTS: CachedReports = {
  async parts(db, counted) {
    const { fees } = await shopSettings(db)
    const products = [soldPart(counted), earningsPart(fees ?? PUBLISHED_FEES, counted)]
    return [SALES, COUPONS, PLACED_ORDERS, STATEMENT, SALES_TAX, SALES_BY_STATE, ...products].map(asAnyPart)
  },
  async readRecent(...asked) {
    await bestSellers(...asked)
    await couponsUsed(...asked)
    await conversion(...asked)
  },
}
