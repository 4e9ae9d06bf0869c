import type { z } from 'zod'
import type { ManualQuoteQuery, NewManualOrder } from '#contract/admin/orders.ts'
import { call } from '#web/admin/lib/wire.ts'
import { api, call as callOfShopper } from '#web/lib/api.ts'

const STAND_SECONDS = 24 * 60 * 60

export const manualOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What can be handed over now. It stays for a day, for an hour without a signal. */
    stand: build.query({
      ...call('GET /api/orders/manual/stand', 'Stand', () => ({})),
      providesTags: ['Product', 'Shop'],
      keepUnusedDataFor: STAND_SECONDS,
    }),
    /** What an order costs that the seller adds; amounts of the request are in dollars. */
    manualQuote: build.query({
      ...call('POST /api/orders/manual/quote', 'ManualQuote', (body: object) => ({
        body: body as z.input<typeof ManualQuoteQuery>,
      })),
      keepUnusedDataFor: 0,
    }),
    addOrder: build.mutation({
      ...callOfShopper('POST /api/orders/manual', 'Order', (body: object) => ({
        body: body as z.input<typeof NewManualOrder>,
      })),
      invalidatesTags: ['Order', 'Product'],
    }),
    marketDay: build.query({
      ...call('GET /api/orders/manual/today', 'MarketDay', () => ({})),
      providesTags: ['Order', { type: 'Order', id: 'DAY' }],
      keepUnusedDataFor: 0,
    }),
    /** Does not reload the page of the order, which no longer exists. */
    undoSale: build.mutation({
      ...call('DELETE /api/orders/:id/sale', null, (id: string) => ({ id })),
      invalidatesTags: [{ type: 'Order', id: 'LIST' }, { type: 'Order', id: 'DAY' }, 'Product'],
    }),
    /** The link of a guest's order, to pass on. */
    orderLink: build.query<{ url: string }, string>({
      ...call('GET /api/orders/:id/link', null, (id: string) => ({ id })),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useStandQuery, useManualQuoteQuery, useMarketDayQuery, useUndoSaleMutation, useOrderLinkQuery } =
  manualOrdersApi
