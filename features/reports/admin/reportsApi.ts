import { OutsideSales, SalesTaxReport, TaxThresholds } from '#contract/admin/sales-tax.ts'
import type { TaxState } from '#contract/admin/tax-plan.ts'
import { EarningsReport } from '#features/reports/contract/earnings-report.ts'
import { MonthlyStatement } from '#features/reports/contract/monthly-statement.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { reportCalls } from '../calls.ts'

const { call, encoded } = featureClient<typeof reportCalls>()({
  EarningsReport,
  MonthlyStatement,
  OutsideSales,
  SalesTaxReport,
  TaxThresholds,
})

type StateSales = { state: TaxState; year: number; amount: number; orders: number }

const reportsApi = api.enhanceEndpoints({ addTagTypes: ['Earnings', 'Tax'] }).injectEndpoints({
  endpoints: (build) => ({
    /** `query` has the first and the last month. */
    monthlyStatement: build.query({
      ...call('GET /api/reports/monthly-statement', 'MonthlyStatement', (query: string) => ({ query })),
      providesTags: ['Order'],
    }),
    earnings: build.query({
      ...call('GET /api/reports/earnings/:month', 'EarningsReport', (month: string) => ({ month })),
      providesTags: ['Earnings', 'Order', 'Product'],
    }),
    addMissingCosts: build.mutation({
      ...call('PUT /api/reports/earnings/:month/costs', 'EarningsReport', (month: string) => ({ month })),
      invalidatesTags: ['Earnings'],
    }),
    taxThresholds: build.query({
      ...call('GET /api/tax/thresholds', 'TaxThresholds'),
      providesTags: ['Tax', 'Order'],
    }),
    setOutsideSales: build.mutation({
      ...call(
        'PUT /api/tax/outside-sales/:state/:year',
        'TaxThresholds',
        ({ state, year, ...figures }: StateSales) => ({
          state,
          year,
          body: encoded('OutsideSales', figures),
        }),
      ),
      invalidatesTags: ['Tax'],
    }),
    /** `query` has the first and the last day. */
    salesTax: build.query({
      ...call('GET /api/reports/sales-tax', 'SalesTaxReport', (query: string) => ({ query })),
      providesTags: ['Order'],
    }),
  }),
})

export const {
  useSalesTaxQuery,
  useSetOutsideSalesMutation,
  useTaxThresholdsQuery,
  useMonthlyStatementQuery,
  useEarningsQuery,
  useAddMissingCostsMutation,
} = reportsApi
