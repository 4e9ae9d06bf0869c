import type { EarningsReport } from '#contract/admin/earnings-report.ts'
import type { MonthlyStatement } from '#contract/admin/monthly-statement.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const reportsApi = api.enhanceEndpoints({ addTagTypes: ['Earnings'] }).injectEndpoints({
  endpoints: (build) => ({
    /** `query` has the first and the last month. */
    monthlyStatement: build.query<MonthlyStatement, string>({
      query: (query) => ({ url: `/api/reports/monthly-statement?${query}` }),
      transformResponse: decoded('MonthlyStatement'),
      providesTags: ['Order'],
    }),
    earnings: build.query<EarningsReport, string>({
      query: (month) => ({ url: `/api/reports/earnings/${month}` }),
      transformResponse: decoded('EarningsReport'),
      providesTags: ['Earnings', 'Order', 'Product'],
    }),
    addMissingCosts: build.mutation<EarningsReport, string>({
      query: (month) => ({ url: `/api/reports/earnings/${month}/costs`, method: 'PUT' }),
      transformResponse: decoded('EarningsReport'),
      invalidatesTags: ['Earnings'],
    }),
  }),
})

export const { useMonthlyStatementQuery, useEarningsQuery, useAddMissingCostsMutation } = reportsApi
