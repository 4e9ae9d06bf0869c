import { Discrepancy, DiscrepancyPage } from '#contract/admin/discrepancies.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { payoutCalls } from '../calls.ts'

const { call } = featureClient<typeof payoutCalls>()({ Discrepancy, DiscrepancyPage })

const discrepanciesApi = api.enhanceEndpoints({ addTagTypes: ['Discrepancy', 'Waiting'] }).injectEndpoints({
  endpoints: (build) => ({
    discrepancies: build.query({
      ...call(
        'GET /api/discrepancies',
        'DiscrepancyPage',
        (query: { state: 'open' | 'closed'; pageNumber: number }) => ({
          query,
        }),
      ),
      providesTags: ['Discrepancy'],
      keepUnusedDataFor: 0,
    }),
    closeDiscrepancy: build.mutation({
      ...call('PUT /api/discrepancies/:id', 'Discrepancy', ({ id, note }: { id: string; note: string }) => ({
        id,
        body: { note },
      })),
      invalidatesTags: ['Discrepancy', 'Waiting'],
    }),
    /** Does the step by which the shop itself settles it. */
    settleDiscrepancy: build.mutation({
      ...call('POST /api/discrepancies/:id/settle', 'Discrepancy', (id: string) => ({ id })),
      invalidatesTags: ['Discrepancy', 'Order'],
    }),
  }),
})

export const { useDiscrepanciesQuery, useCloseDiscrepancyMutation, useSettleDiscrepancyMutation } = discrepanciesApi
