import type { Dashboard, Period } from '#contract/admin/dashboard.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The dashboard's figures, with sales by that period. */
    dashboard: build.query<Dashboard, Period>({
      query: (period) => ({ url: `/api/dashboard?period=${period}` }),
      transformResponse: decoded('Dashboard'),
      providesTags: ['Order', 'Product'],
    }),
  }),
})

export const { useDashboardQuery } = dashboardApi
