import { OutsideSales, OutsideSalesKey, ReportQuery, SalesTaxReport, TaxThresholds } from '#contract/admin/sales-tax.ts'
import { defineCalls, fileOf } from '#contract/calls/define-calls.ts'
import { Dashboard, DashboardQuery } from './contract/dashboard.ts'
import { EarningsKey, EarningsReport } from './contract/earnings-report.ts'
import { MonthlyStatement, StatementQuery } from './contract/monthly-statement.ts'

export const reportCalls = defineCalls({
  'GET /api/tax/thresholds': {
    access: 'admin',
    part: 'money',
    id: 'getTaxThresholds',
    summary: 'Get how close sales are to the threshold of each state',
    answer: TaxThresholds,
  },
  'PUT /api/tax/outside-sales/:state/:year': {
    access: 'admin',
    id: 'setOutsideSales',
    summary: 'Set the sales elsewhere of a year',
    params: OutsideSalesKey,
    body: OutsideSales,
    answer: TaxThresholds,
  },
  'GET /api/reports/sales-tax': {
    access: 'admin',
    part: 'money',
    id: 'getSalesTax',
    summary: 'Get the sales tax of a period by state, place and rate',
    query: ReportQuery,
    answer: SalesTaxReport,
  },
  'GET /api/reports/sales-tax/export': {
    access: 'admin',
    part: 'money',
    id: 'exportSalesTax',
    summary: 'Export the sales tax of a period as CSV',
    query: ReportQuery,
    answer: fileOf('text/csv'),
  },
  'GET /api/reports/monthly-statement': {
    access: 'admin',
    part: 'money',
    id: 'getMonthlyStatement',
    summary: 'Get sales, refunds, tax and fees of whole months',
    query: StatementQuery,
    answer: MonthlyStatement,
  },
  'GET /api/reports/monthly-statement/export': {
    access: 'admin',
    part: 'money',
    id: 'exportMonthlyStatement',
    summary: 'Export the statement of whole months as CSV',
    query: StatementQuery,
    answer: fileOf('text/csv'),
  },
  'GET /api/reports/earnings/:month': {
    access: 'admin',
    part: 'money',
    id: 'getEarnings',
    summary: 'Get what the sales of a month have left for the seller, by product',
    params: EarningsKey,
    answer: EarningsReport,
  },
  'PUT /api/reports/earnings/:month/costs': {
    access: 'admin',
    id: 'addMissingCosts',
    summary: 'Give the sales of a month without costs those that their products have now',
    params: EarningsKey,
    answer: EarningsReport,
  },
  'GET /api/dashboard': {
    access: 'admin',
    isHeavy: true,
    part: 'money',
    id: 'getDashboard',
    summary: 'Get sales figures and what needs attention',
    query: DashboardQuery,
    answer: Dashboard,
  },
})
