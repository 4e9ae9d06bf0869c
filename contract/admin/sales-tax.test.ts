import { expect, test } from 'vitest'
import { SalesTaxReport } from './sales-tax.ts'

test('a report of sales above a million dollars can be shown', () => {
  const figures = { discounts: 0, shipping: 0, exempt: 0, tax: 0, refunded: 0, refundedShipping: 0, refundedTax: 0 }
  const total = { ...figures, orders: 39_252, refunds: 0, goods: 205_847_800, base: 205_847_800 }
  expect(SalesTaxReport.encode({ rows: [], total }).total).toMatchObject({ goods: 2_058_478, base: 2_058_478 })
})
