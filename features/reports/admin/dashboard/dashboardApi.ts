import { Dashboard } from '#features/reports/contract/dashboard.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { reportCalls } from '../../calls.ts'
import type { Period } from '../../contract/dashboard.ts'

const { call } = featureClient<typeof reportCalls>()({ Dashboard })

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The dashboard's figures, with sales by that period. */
    dashboard: build.query({
      ...call('GET /api/dashboard', 'Dashboard', (period: Period) => ({ query: { period } })),
      providesTags: ['Order', 'Product'],
    }),
  }),
})

export const { useDashboardQuery } = dashboardApi
