import type { Discrepancy, DiscrepancyPage } from '#contract/admin/discrepancies.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const discrepanciesApi = api.enhanceEndpoints({ addTagTypes: ['Discrepancy'] }).injectEndpoints({
  endpoints: (build) => ({
    discrepancies: build.query<DiscrepancyPage, { state: 'open' | 'closed'; pageNumber: number }>({
      query: ({ state, pageNumber }) => ({ url: `/api/discrepancies?state=${state}&pageNumber=${pageNumber}` }),
      transformResponse: decoded('DiscrepancyPage'),
      providesTags: ['Discrepancy'],
      keepUnusedDataFor: 0,
    }),
    closeDiscrepancy: build.mutation<Discrepancy, { id: string; note: string }>({
      query: ({ id, note }) => ({ url: `/api/discrepancies/${id}`, method: 'PUT', body: { note } }),
      transformResponse: decoded('Discrepancy'),
      invalidatesTags: ['Discrepancy'],
    }),
    /** Does the step by which the shop itself settles it. */
    settleDiscrepancy: build.mutation<Discrepancy, string>({
      query: (id) => ({ url: `/api/discrepancies/${id}/settle`, method: 'POST' }),
      transformResponse: decoded('Discrepancy'),
      invalidatesTags: ['Discrepancy', 'Order'],
    }),
  }),
})

export const { useDiscrepanciesQuery, useCloseDiscrepancyMutation, useSettleDiscrepancyMutation } = discrepanciesApi
