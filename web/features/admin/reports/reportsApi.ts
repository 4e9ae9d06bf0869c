import type { MonthlyStatement } from '#contract/admin/monthly-statement.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` has the first and the last month. */
    monthlyStatement: build.query<MonthlyStatement, string>({
      query: (query) => ({ url: `/api/reports/monthly-statement?${query}` }),
      transformResponse: decoded('MonthlyStatement'),
      providesTags: ['Order'],
    }),
  }),
})

export const { useMonthlyStatementQuery } = reportsApi
